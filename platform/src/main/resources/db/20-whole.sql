-- 1 for a run that was to bring less than the source: other formats or sets than it has, or a window.
alter table run_detail add column part integer;

-- The last two runs of a source that brought all that was wanted, the ones to be told of when thousands have failed since. as_of: seconds
-- since 1970, the beginning of the harvest that the run has completed. The last one may be undone.
create table whole_run (
    source integer not null,
    run integer not null,
    as_of integer not null,
    primary key (source, run)
) without rowid;
insert into whole_run (source, run, as_of)
    select source, num, started from run r
    where verdict in ('COMPLETE', 'COMPLETE_WITH_QUARANTINE')
    and not exists (select 1 from run_detail d where d.run = r.num and d.kind <> 'fill')
    and not exists (select 1 from run_detail d where d.kind = 'rollback'
        and d.run = (select min(later.num) from run later where later.source = r.source and later.num > r.num));
