-- What servers really do (trait by trait, see class ServerTrait), as learnt by harvests and as pinned by operators.
create table profile (
    source integer not null,
    trait text not null,
    pinned integer not null,
    value text not null,
    primary key (source, trait, pinned)
) without rowid;

-- Pieces left of a list that was split, and the size of the list when it last came whole.
alter table checkpoint add column plan text;
alter table checkpoint add column complete_size integer;
