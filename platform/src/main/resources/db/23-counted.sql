-- Changes are counted in the transaction that stores them; those that nobody has counted yet are counted here for the last time.
insert into changed_slot (source, slot, records)
select source, (case typeof(origin) when 'integer' then origin else ds end) / 300 as s, count(distinct identifier) from rec
where seq > coalesce((select v from schedule_value where k = 'counted'), 0) group by source, s
on conflict (source, slot) do update set records = records + excluded.records;
delete from schedule_value where k = 'counted';

-- Why the scheduler cannot deal with a source, for people; null when it can.
alter table schedule add column trouble text;
