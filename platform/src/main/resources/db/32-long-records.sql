-- Records whose metadata and about containers have 64 KB or more. bytes: unpacked. A page of a list ends before its long records are too many for
-- memory; all others are short enough to need no look. Rows of versions that are gone may stay: numbers of rec are never used again.
create table long_record (
    seq integer primary key,
    bytes integer not null
);
