-- Records of a list that the repository named and that could not be fetched, one identifier a line, each URL-encoded; null: none.
alter table checkpoint add column unfetched text;
alter table undo_checkpoint add column unfetched text;
