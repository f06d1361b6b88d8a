-- Runs that filled a source (harvests, pushes, imports), however they ended, by days since 1970 on which they began. Stays when the runs themselves are
-- forgotten, so that what a year has cost can be told of a source that is harvested every hour.
create table run_tally (
    source integer not null,
    day integer not null,
    runs integer not null,
    primary key (source, day)
) without rowid;
insert into run_tally (source, day, runs)
select r.source, r.started / 86400, count(*) from run r left join run_detail d on d.run = r.num where d.kind is null or d.kind = 'fill'
group by 1, 2;
