-- What all entries of a draw weigh, and how many they are, is added up from the index alone; its places are found in it.
create index campaign_draw_entry_weight on campaign_draw_entry (draw_id, weight);
create index campaign_draw_entry_place on campaign_draw_entry (draw_id, place) where place is not null;
