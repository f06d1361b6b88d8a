-- The ways in which a list of a run, or a piece of it, was asked for: codes of Rung with commas between them. Null in rows from before.
alter table run_list add column rungs text;
