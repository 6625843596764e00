-- The console lists applications of several states together, in the order of their submission. By state alone all that
-- wait were read and sorted for one page.
create index underwriting_case_undecided on underwriting_case (submitted_at, id) where state <> 'CLOSED';
