-- Tables of the store in SQLite; class Schema states their version. A statement ends with a semicolon at the end of a line.
--
-- Times are seconds since 1970 (UTC) unless a comment says otherwise. Truth values are 0 and 1. A column "source" holds a number of source_name,
-- a column "prefix" a number of prefix_name unless its type is text. A blob of several values is written by class Packed.
--
-- Tables whose rows are found by their primary key alone have no rowid, so that a row is read in one step. Tables with columns of the type
-- "any" are strict: elsewhere SQLite turns a text of digits into a number.


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- The store as a whole
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Single values by key.
--   last_ds                the last datestamp that was given
--   last_seq               the last sequence number that was given
--   repository_identifier  domain name in local identifiers
--   first_harvest          time and address of the first client that harvested: the domain name should not change afterwards
--   token_secret           key that signs resumption tokens: 32 bytes, hexadecimal
--   served                 last sequence number whose records answers of aggregates may have shown, for aggregates without a mark of their own
--   served:NUMBER          the same of one aggregate
--   dict:ID                second copy of a compression dictionary (class DictionaryCopies)
--   aggregates             grows with each change of an aggregate; processes then read them again
create table meta (
    k text primary key,
    v any
) strict, without rowid;

-- Numbers of the names that occur in every record. A number is never given twice and never changes: any process may remember it. The number
-- of a source stays here when the source is removed.
--   removals  how often a source with this id was removed together with its records
create table source_name (
    num integer primary key,
    name text not null unique,
    removals integer not null default 0
);
create table prefix_name (
    num integer primary key,
    name text not null unique
);
create table set_name (
    num integer primary key,
    name text not null unique
);

-- zstd dictionaries. A row is committed before its dictionary is first used, and never deleted.
--   prefix  the format whose metadata it compresses; 0 for about containers
create table dict (
    id integer primary key,
    prefix integer not null,
    bytes blob not null
);

-- Password of the administration.
--   salt, iterations, hash  PBKDF2: the password can be recognised, not read
--   changed                 when it was set
create table admin_password (
    one integer primary key check (one = 1),
    salt blob not null,
    iterations integer not null,
    hash blob not null,
    changed integer not null
);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Records
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Every known copy of a record: one row for each identifier, format and source. The row decides whether a received version is a change, and
-- which copy an aggregate shows.
--   seq     row of rec with the present version
--   born    sequence number of its first version
--   origin  datestamp that the collision rule compares: of the innermost provenance, else of the header; the smallest number when unreadable
--   flags   see class ItemRow
--   hash    of the content, see RecordHash; a received version with the same hash is no change
create table item (
    identifier text not null,
    prefix integer not null,
    source integer not null,
    seq integer not null,
    born integer not null,
    origin integer not null,
    flags integer not null,
    hash blob not null,
    primary key (identifier, prefix, source)
) without rowid;

-- Present versions of records, in the order of their last change.
--   seq          given when the version was stored or moved; never given again
--   ds           datestamp that this hub serves
--   flags        see class ItemRow
--   harvested    when it was received; null for records that were not harvested
--   origin       datestamp of the source: a number when it is a legal one in seconds, else the text as received
--   sets         numbers of the sets as received
--   scopes       present and former memberships in lists (class Membership), needed to take the record out of them
--   last_origin, last_sets  of a deleted record: origin and sets of its last version
--   about        about containers, compressed; null for none
--   dict         dictionary of the payload; 0 for none, null without payload
--   payload      metadata, compressed; null for deleted records
create table rec (
    seq integer primary key,
    source integer not null,
    prefix integer not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    identifier text not null,
    sets blob,
    scopes blob not null,
    last_origin any,
    last_sets blob,
    about blob,
    dict integer,
    payload blob
) strict;

-- Records whose metadata and about containers have 64 KB or more. A page of a list ends before its long records are too many for memory; all
-- other records are short enough to need no look. Rows of versions that are gone may stay, because numbers of rec are never used again.
--   bytes  uncompressed
create table long_record (
    seq integer primary key,
    bytes integer not null
);

-- Former versions of records, of the sources whose history is kept. Columns as in rec and item. The present version is not here.
--   undone  1 when a rollback has taken the version back
create table version (
    seq integer primary key,
    source integer not null,
    prefix integer not null,
    identifier text not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    sets blob,
    about blob,
    dict integer,
    payload blob,
    undone integer not null,
    hash blob not null
) strict;
create index version_of_record on version (source, prefix, identifier, seq);

-- Repositories that a source was harvested from. The versions with a sequence number from since on, up to the next row of the source, were
-- harvested there. A row never changes and outlives its source: the stated origin of a version must not change.
--   base_url  null for versions that were not harvested
--   early     1 when the repository spoke protocol 1.0 or 1.1
create table origin (
    source integer not null,
    since integer not null,
    base_url text,
    early integer not null,
    primary key (source, since)
) without rowid;

-- Formats of the stored records, as delivered.
create table format (
    source integer not null,
    prefix integer not null,
    schema text not null,
    namespace text not null,
    primary key (prefix, source)
) without rowid;

-- Numbers of items of each source. An item counts once in however many formats it is stored.
create table source_count (
    source integer primary key,
    live integer not null,
    deleted integer not null
);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Lists
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Lists that a client can request: of a whole repository, or of one of its sets.
--   owner        number of the source; of an aggregate the negative of its number, so 0 is the aggregate of everything
--   spec         setSpec as served; empty for the whole repository
--   used         1 when a record has been in it
--   described    1 when the source names the set in its ListSets
--   title, descriptions  name of the set and its setDescriptions; null for none
create table scope (
    num integer primary key,
    owner integer not null,
    spec text not null,
    used integer not null,
    described integer not null,
    title text,
    descriptions blob,
    unique (owner, spec)
);

-- List blocks: up to 256 entries of one list and one datestamp in one row (class ListBlock). The primary key is the only way in, so that no
-- query planner can choose a wrong one: a page costs the same at any depth, also where a million records share a second.
--   upto     no sequence number of the block is greater, none of the next block is smaller
--   count    entries
--   live     entries of records that are neither deleted nor have left the list
--   entries  sequence numbers and flags
create table list_block (
    scope integer not null,
    prefix integer not null,
    ds integer not null,
    upto integer not null,
    count integer not null,
    live integer not null,
    entries blob not null,
    primary key (scope, prefix, ds, upto)
) without rowid;

-- Sizes of lists, changed in the same transaction as their blocks.
--   min_ds  no datestamp of the list is smaller
create table stat (
    scope integer not null,
    prefix integer not null,
    live integer not null,
    deleted integer not null,
    min_ds integer not null,
    primary key (scope, prefix)
) without rowid;


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Aggregates
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Aggregates. An id keeps its number permanently, because lists of harvesters refer to it.
--   sources, sets, prefixes  filters; null for none
--   query       filter; null for none
--   collisions  rule for copies of one item, see Collisions
--   trusted     order of sources for that rule
--   removed     1 when nobody wants it any more
--   progress    of the update of its memberships: the identifiers up to this one are done; null when all are
--   kept_since  last sequence number before copies were kept side by side; 0 when they are not
--   matched     sequence number up to which the query was evaluated
create table aggregate (
    num integer primary key,
    id text not null unique,
    name text,
    sources blob,
    sets blob,
    prefixes blob,
    query text,
    collisions text not null,
    trusted blob,
    removed integer not null,
    progress text,
    kept_since integer not null,
    matched integer not null
);
-- The aggregate of everything always exists.
insert into aggregate values (0, 'oai', null, null, null, null, null, 'most-recent', null, 0, null, 0, 0);

-- Items that match the query of an aggregate.
create table matched (
    aggregate integer not null,
    identifier text not null,
    source integer not null,
    primary key (identifier, source, aggregate)
) without rowid;

-- Formats that aggregates serve. Two formats of sources with one prefix are served under two (class ServedFormats). A row is never deleted,
-- and only a value that was unknown ever changes.
--   served  the prefix that is served
--   prefix  the prefix as received
create table served_format (
    served integer primary key,
    prefix integer not null,
    schema text not null,
    namespace text not null
);
create table served_prefix (
    source integer not null,
    prefix integer not null,
    served integer not null,
    primary key (source, prefix)
) without rowid;

-- Items with a local identifier in an aggregate, because an item of another source had the same identifier first. An item keeps its local
-- identifier permanently.
--   shown  0 while the collision rule of the aggregate does not need it
create table local_identifier (
    identifier text not null,
    source integer not null,
    aggregate integer not null,
    shown integer not null,
    primary key (identifier, source, aggregate)
) without rowid;

-- Same-item keys: which items name one origin in their provenance, where that is not their own identifier.
--   origin  see Origin.key
create table same_item (
    origin text not null,
    identifier text not null,
    source integer not null,
    primary key (origin, identifier, source)
) without rowid;
create index same_item_of_item on same_item (identifier, source);

-- Base URLs under which this hub has served; they detect loops.
create table own_address (
    url text primary key
) without rowid;

-- Own records that a source returned to this hub, in its last run that met any.
create table own_record (
    source integer primary key,
    run integer not null,
    records integer not null
);

-- Sources that an operator leaves out of the aggregate of everything. A removed source stays here: its deleted records must not appear there
-- either.
create table unlisted (
    source integer primary key
);

-- Access lists of sources and aggregates as the hub was configured when it last started; every process that computes memberships needs them.
--   id               of the source or aggregate; empty for all that have no list of their own
--   allowed, denied  blocks of addresses in CIDR notation, separated by blanks
create table access_list (
    id text primary key,
    allowed text not null,
    denied text not null
) without rowid;


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Sources
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Registered sources.
--   num              number in source_name
--   kind             see Source.Kind
--   prefixes, sets   formats and sets to harvest; empty for the default
--   user_agent, from_header  of requests; null for the default
--   latency          seconds by which the source publishes late; null for the default
--   policy           of the schedule; null for the default
--   removing         1 when the source is removed and some of its records have yet to be deleted
create table source (
    num integer primary key,
    kind text not null,
    base_url text,
    name text,
    prefixes blob not null,
    sets blob not null,
    user_agent text,
    from_header text,
    latency integer,
    policy text,
    removing integer not null
);

-- Latest answers of a source to Identify, ListMetadataFormats and ListSets; null as long as there was none.
create table description (
    source integer primary key,
    identify blob,
    formats blob,
    sets blob
);

-- Access to the host of a source, for sources that need more than the defaults.
--   settings  without secrets
--   secrets   encrypted with the key beside the database; null for none
create table source_access (
    source integer primary key,
    settings blob not null,
    secrets blob
);

-- Behaviour of servers by trait (class ServerTrait).
--   pinned  0 when a harvest has learnt the value, 1 when an operator has set it
create table profile (
    source integer not null,
    trait text not null,
    pinned integer not null,
    value text not null,
    primary key (source, trait, pinned)
) without rowid;

-- Monitoring settings of sources; null for the default.
--   validate           1 when all pages are checked against schemas
--   census             seconds between two censuses; 0 for never
--   vanishing_percent  share of the records that may be deleted at once without approval
--   history            1 when former versions of the records are kept
--   quota              bytes that the records may take in the store; null for no bound
create table source_care (
    source integer primary key,
    validate integer,
    census integer,
    vanishing_percent integer,
    history integer,
    quota integer
);

-- Requests of operators to sources and their runs.
--   paused     since when the source is paused; 0 when it is not
--   cancelled  runs up to this number are to end
--   holding    since when deletions wait for approval; null when they do not
create table source_control (
    source integer primary key,
    paused integer not null,
    cancelled integer not null,
    holding integer
);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Additions of services
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Enrichments of items. A change takes a new sequence number, so rows stand in the order of changes.
--   kind   service and form
--   bytes  compressed; null when the enrichment was removed: followers still have to see that
create table enrichment (
    seq integer primary key,
    source integer not null,
    identifier text not null,
    kind text not null,
    bytes blob,
    unique (source, identifier, kind)
);

-- Relations from one item to another, such as citations; otherwise like enrichment.
--   evidence  null when the relation was removed
create table relation (
    seq integer primary key,
    from_source integer not null,
    from_identifier text not null,
    kind text not null,
    to_source integer not null,
    to_identifier text not null,
    evidence blob,
    unique (from_source, from_identifier, kind, to_source, to_identifier)
);
create index relation_to on relation (to_source, to_identifier, kind, from_source, from_identifier);

-- Days on which records were used by readers.
--   day     days since 1970-01-01 (UTC)
--   closed  1 when nothing is added any more
create table use_day (
    day integer primary key,
    closed integer not null
);

-- Uses of items by the agents of a day. An agent is a hash whose key is forgotten at the end of the day.
create table record_use (
    day integer not null,
    agent text not null,
    source integer not null,
    identifier text not null,
    uses integer not null,
    primary key (day, agent, source, identifier)
) without rowid;
create index record_use_item on record_use (source, identifier, day, agent, uses);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Derived records
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Formats that this hub derives from the records of a source. The prefix is a text because the format need not have records yet.
--   version  edition of the crosswalks
--   stale    derived records up to this sequence number were made by an earlier edition
--   wanted   0 when the derived records are to be deleted
create table derivation (
    source integer not null,
    prefix text not null,
    version integer not null,
    stale integer not null,
    wanted integer not null,
    primary key (source, prefix)
) without rowid;

-- Progress of the derivation in the list of each format of a source: the entry that was read last.
create table derivation_walk (
    source integer not null,
    prefix integer not null,
    ds integer not null,
    seq integer not null,
    primary key (source, prefix)
) without rowid;

-- Records that could not be derived.
create table withheld (
    source integer not null,
    prefix text not null,
    identifier text not null,
    reason text not null,
    primary key (source, prefix, identifier)
) without rowid;

-- Crosswalks of the operator. One of from_prefix and from_namespace is set; it names the records that the stylesheet reads.
create table own_crosswalk (
    name text primary key,
    from_prefix text,
    from_namespace text,
    prefix text not null,
    schema text not null,
    namespace text not null,
    stylesheet blob not null
);

-- XML schemas that the hub serves itself.
--   number  0 for the schema of the format, from 1 on for those that it includes
create table own_schema (
    file text primary key,
    prefix text not null,
    number integer not null,
    namespace text not null,
    xsd blob not null
);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Runs
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Runs: harvests, pushes, imports, approvals, rollbacks. Numbers are never given twice.
--   ended    null while the run goes on; verdict, reason and the numbers of records are null until then
--   verdict  name of a Verdict; CRASHED of a partial run whose process ended before the run did,
--            PARTIAL_AT_END of one whose lists all came to their ends
create table run (
    num integer primary key autoincrement,
    source integer not null,
    started integer not null,
    ended integer,
    verdict text,
    reason text,
    created integer,
    changed integer,
    same integer,
    deleted integer,
    refused integer,
    pages integer
);
create index run_of_source on run (source, num);

-- Progress and details of runs, of fewer than table run holds.
--   kind               see RunReport.Kind
--   told               last sign of life, milliseconds since 1970
--   doing              for people; null when the run has ended
--   address            last requested
--   waiting_until      milliseconds since 1970; 0 when the run does not wait
--   list, lists        number of the list under way, and of all
--   page, received     pages and records of the list under way; records include those of the runs that it continues
--   list_size          of the list under way, as the repository states it
--   rate               records a second, of late
--   created … refused  records so far
--   requests, wire_bytes, bytes   so far; bytes with content codings undone
--   checked_pages … invalid_records, checked_records … other_formats   see RunProgress.Checks; null when nothing was to be checked
--   part               1 when the run was to bring less than the source: fewer formats or sets, or a window
create table run_detail (
    run integer primary key,
    source integer not null,
    kind text not null,
    told integer not null,
    doing text,
    address text,
    waiting_until integer not null,
    list integer not null,
    lists integer not null,
    page integer not null,
    received integer not null,
    list_size integer,
    rate integer not null,
    created integer not null,
    changed integer not null,
    same integer not null,
    deleted integer not null,
    refused integer not null,
    pages integer not null,
    requests integer not null,
    wire_bytes integer not null,
    bytes integer not null,
    checked_pages integer,
    invalid_pages integer,
    invalid_records integer,
    checked_records integer,
    unchecked_records integer,
    other_formats integer,
    part integer not null
);
create index run_detail_of_source on run_detail (source);

-- Lists of a run.
--   resumed     1 when the run continues a list of an earlier one
--   missing     why the list is not whole; empty when it was proven complete; null while it goes on and when it was given up
--   strategies  fallback strategies that were used (codes of ListStrategy, separated by commas)
create table run_list (
    run integer not null,
    list integer not null,
    prefix text not null,
    set_spec text,
    sent_from text,
    sent_until text,
    resumed integer not null,
    received integer not null,
    list_size integer,
    missing text,
    strategies text not null,
    primary key (run, list)
) without rowid;

-- Notes of a run for people.
--   at  milliseconds since 1970
create table run_note (
    run integer not null,
    note integer not null,
    at integer not null,
    message text not null,
    primary key (run, note)
) without rowid;

-- Failed requests of a run.
--   at       milliseconds since 1970
--   status   null when no response came
--   headers  a line each
--   body     beginning of the response, compressed
--   size     bytes of the whole response
create table run_failure (
    run integer not null,
    failure integer not null,
    at integer not null,
    address text not null,
    reason text not null,
    status integer,
    headers text not null,
    body blob not null,
    size integer not null,
    primary key (run, failure)
) without rowid;

-- Examples of invalid XML.
--   identifier  of the record; null for the page around the records
create table run_invalid (
    run integer not null,
    example integer not null,
    identifier text,
    address text not null,
    line integer not null,
    message text not null,
    primary key (run, example)
) without rowid;

-- Schema rules that records of a run break, without the values that broke them.
--   times  records that break the rule, or places around the records
create table run_rule (
    run integer not null,
    rule text not null,
    times integer not null,
    primary key (run, rule)
) without rowid;

-- Runs that filled a source, however they ended, by the day on which they began. A row stays when its runs are forgotten: the cost of a year
-- can be told of a source that is harvested every hour.
--   day  days since 1970
create table run_tally (
    source integer not null,
    day integer not null,
    runs integer not null,
    primary key (source, day)
) without rowid;

-- The last two complete harvests of each source; the last one may be undone. They are kept apart from table run, from which they are long gone
-- when thousands of runs have failed since.
--   as_of  beginning of the harvest that the run has completed
create table whole_run (
    source integer not null,
    run integer not null,
    as_of integer not null,
    primary key (source, run)
) without rowid;

-- Checkpoints: where harvests continue. Datestamps are texts as received.
--   asked           the selection that was wanted
--   sent            the selection that was requested
--   token           resumption token of the next page; null when the list has ended
--   page, received  of the list under way
--   server_time     responseDate of its first page
--   last_datestamp  newest datestamp so far
--   complete_since  an increment begins here; null before the first complete harvest
--   plan            remaining ranges of a list that was split; null when it was not
--   complete_size   size of the list when it was last complete
--   unfetched       identifiers that the list names and that could not be fetched: one a line, URL-encoded; null for none
create table checkpoint (
    source integer not null,
    asked blob not null,
    sent blob,
    token text,
    page integer not null,
    received integer not null,
    server_time text,
    last_datestamp text,
    complete_since text,
    plan text,
    complete_size integer,
    unfetched text,
    primary key (source, asked)
) without rowid;


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Crawled sources
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Settings of the crawls of a source, in the form of the module publish.
create table crawl (
    source integer primary key,
    settings text not null
);

-- Files that crawls found.
--   location  address of the storage hierarchy
--   path      below it
--   modified  milliseconds since 1970; negative when it says nothing about changes
--   hash      SHA-256 of the content; empty when it was not read
--   type      media type; empty when unknown
--   made      names the settings with which the file was read
--   refusal   why it could not be read, for people; null when it could
create table crawled_file (
    source integer not null,
    path text not null,
    location text not null,
    size integer not null,
    modified integer not null,
    hash blob not null,
    type text not null,
    made text not null,
    refusal text,
    primary key (source, path, location)
) without rowid;

-- Decisions of the owner of a collection about its resources.
--   resource    path without extension
--   state       SUBMITTED or APPROVED
--   correction  values that replace extracted ones, by element
--   extracted   description that the last crawl extracted; null when none has read the resource
--   changed     when state or correction last changed, milliseconds since 1970
create table deposit (
    source integer not null,
    resource text not null,
    state text not null,
    correction blob not null,
    extracted blob,
    changed integer not null,
    primary key (source, resource)
) without rowid;
create index deposit_state on deposit (source, state, resource);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Rollback and deletions that wait
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- The last run of each source that can be undone.
--   ds, seq  last datestamp and sequence number before the run
create table undo (
    source integer primary key,
    run integer not null,
    ds integer not null,
    seq integer not null
);

-- Checkpoints before that run; columns as in checkpoint.
create table undo_checkpoint (
    source integer not null,
    asked blob not null,
    sent blob,
    token text,
    page integer not null,
    received integer not null,
    server_time text,
    last_datestamp text,
    complete_since text,
    plan text,
    complete_size integer,
    unfetched text,
    primary key (source, asked)
) without rowid;

-- Versions that the last run of a source has replaced; columns as in rec. Of a record that the run has replaced twice, the version with the
-- smallest sequence number counts. A derived version has no payload: it is derived again.
create table former (
    source integer not null,
    run integer not null,
    seq integer not null,
    prefix integer not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    identifier text not null,
    sets blob,
    about blob,
    dict integer,
    payload blob,
    primary key (source, run, seq)
) strict, without rowid;

-- Versions of records that a run has withdrawn although their source did not report the deletion; columns as in rec. They can be restored until
-- they are pruned (class InferredDeletions).
--   at  time of the withdrawal
create table inferred_deletion (
    source integer not null,
    run integer not null,
    seq integer not null,
    at integer not null,
    prefix integer not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    identifier text not null,
    sets blob,
    about blob,
    dict integer,
    payload blob,
    primary key (source, run, seq)
) strict, without rowid;

-- Pending deletions: records that a source has deleted or no longer lists, too many at once, or while an operator holds deletions.
--   seq  version that is to be deleted; a record that has changed since stays
--   run  the run that met the deletion
create table held_deletion (
    source integer not null,
    prefix integer not null,
    identifier text not null,
    seq integer not null,
    run integer not null,
    primary key (source, prefix, identifier)
) without rowid;

-- The last census of each format of a source.
--   how            list or identifiers, see CensusReport.How
--   seen, missing  records of the store that the census has found, and has not
--   held           1 when their deletion waits for approval
create table census (
    source integer not null,
    prefix integer not null,
    run integer not null,
    at integer not null,
    how text not null,
    seen integer not null,
    missing integer not null,
    held integer not null,
    primary key (source, prefix)
) without rowid;


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Faults
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Records and parts of responses that could not be accepted, each once however often it comes. A record that is accepted later takes its rows
-- with it.
--   digest      of the identifier and of the bytes received
--   run         the last run that met it
--   identifier  null when none could be read
--   raw         bytes as received, compressed, perhaps shortened
--   prefix      format in which it came; null when unknown
--   first_run   the first run that met it
create table quarantine (
    source integer not null,
    digest blob not null,
    run integer not null,
    identifier text,
    reason text not null,
    raw blob not null,
    prefix integer,
    first_run integer not null,
    primary key (source, digest)
) without rowid;
create index quarantine_identifier on quarantine (source, identifier) where identifier is not null;

-- Repairs that the present version of a record needed before it could be read, one row for each kind.
--   identifier  empty for the response around the records
--   run         the last run that met it
--   first_run   the first one
create table repair (
    source integer not null,
    prefix integer not null,
    identifier text not null,
    kind text not null,
    run integer not null,
    what text not null,
    first_run integer not null,
    primary key (source, prefix, identifier, kind)
) without rowid;

-- Repairs and omissions of the live proxy: each kind of fault of a record once, with its latest example.
--   identifier   empty for the response around the records, and where it could not be read
--   prefix       as requested; empty where the request names none
--   first, last  when it was met first and last
--   position     byte in the response
create table proxy_fault (
    source integer not null,
    identifier text not null,
    kind text not null,
    prefix text not null,
    first integer not null,
    last integer not null,
    times integer not null,
    position integer not null,
    what text not null,
    before text not null,
    after text not null,
    primary key (source, identifier, kind, prefix)
) without rowid;

-- Work of the live proxy by days.
--   day       days since 1970
--   requests  answered
--   failed    of these, those for which the source gave nothing that could be passed on
--   kept      records, headers and sets that were passed on
--   repaired  of these, those that were repaired
--   dropped   records, headers and sets that were left out
create table proxy_day (
    source integer not null,
    day integer not null,
    requests integer not null,
    failed integer not null,
    kept integer not null,
    repaired integer not null,
    dropped integer not null,
    primary key (source, day)
) without rowid;


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Schedule
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Times at which records of a source changed, by its own datestamps. Rows are only added: a change stays known when a later version of the
-- record hides it.
--   slot  five minutes, counted from 1970
create table changed_slot (
    source integer not null,
    slot integer not null,
    records integer not null,
    primary key (source, slot)
) without rowid;

-- Planned harvests.
--   pinned   seconds between two harvests, set by an operator; null when the policy chooses
--   due      the next harvest
--   because  reason for people
--   trouble  why the scheduler cannot plan the source, for people; null when it can
create table schedule (
    source integer primary key,
    pinned integer,
    due integer,
    because text,
    trouble text
);

-- Single values of the schedule.
--   balance     requests that are left over from the budget; negative when they are owed
--   balance-at  when the balance was stored
create table schedule_value (
    k text primary key,
    v any
) strict, without rowid;

-- Back-off of hosts, for all processes. Times are milliseconds since 1970.
--   host    lower case, with the port unless it is the usual one
--   kind    wait (short, requests wait for its end), alone (nobody sends requests), wall (bot protection refuses one client), network (reason
--           says whether the host was in a private network when it was first requested)
--   who     of a wall: fingerprint of the client that is refused; else empty
--   reason  for people
create table host_rest (
    host text not null,
    kind text not null,
    who text not null,
    since integer not null,
    until integer not null,
    reason text not null,
    primary key (host, kind, who)
) without rowid;

-- Sources whose harvest was due and waits for the back-off of their host.
--   until   milliseconds since 1970; afterwards the row means nothing
--   reason  for people
--   asked   1 if the repository asked for the pause, 0 if its host fails
create table waiting_source (
    source integer primary key,
    host text not null,
    until integer not null,
    reason text not null,
    asked integer not null
);


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Notifications. Times are milliseconds since 1970 unless a comment says otherwise.
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Notifications and pushes that a source sends.
--   secret     verifies their signatures, encrypted; null for none
--   sequence   number of the last signed request that was accepted; a smaller one is a repetition
--   told_at    when the last notification was accepted; null before the first
--   pending    when a notification came that no harvest has followed yet; null for none
--   notified, pushed    numbers of both
--   announced, missed   harvests with changes since the first notification: those that a notification preceded, and the others
create table announcement (
    source integer primary key,
    secret blob,
    sequence integer not null default 0,
    told_at integer,
    pending integer,
    notified integer not null default 0,
    pushed integer not null default 0,
    announced integer not null default 0,
    missed integer not null default 0
);

-- Archives that have registered themselves.
--   id        wanted id of the source
--   state     WAITING or APPROVED
--   base_url  address to harvest; null for an archive that pushes
--   files     1 when its owner allows copies of its files
--   copies    1 when the administrator has this hub serve them
--   client    address of the client that registered it
--   asked     when it was registered, milliseconds since 1970
--   seen      when its last signed request arrived; null before the first
--   secret    with which it will sign, encrypted; null once it is approved, and for one that is harvested
create table archive (
    id text primary key,
    state text not null,
    name text not null,
    email text not null,
    base_url text,
    files integer not null,
    copies integer not null,
    client text not null,
    asked integer not null,
    seen integer,
    secret blob
);

-- Static repositories that were initiated at the gateway.
--   address  host, port and path of the file, in one spelling
--   url      complete address of the file
--   state    ACTIVE or ENDED
--   client   address of the client that initiated it
--   since    last change of the state, seconds since 1970
--   failing  first of the successive checks that found no valid file; null when the last check found one
--   reason   of the failure or of the end; empty for none
create table mediation (
    address text primary key,
    url text not null,
    state text not null,
    client text not null,
    since integer not null,
    failing integer,
    reason text not null
);

-- Subscriptions of this hub to sources that offer a WebSub hub.
--   source         id of the source
--   wanted         1 on, 0 off, null for the default
--   callback       last part of the path of the callback; null as long as nothing was requested
--   hub, topic     as the source offers them
--   secret         encrypted
--   state          see SourceSubscription.State
--   pending        a verification is answered until then
--   lease_end      when the subscription ends; null before it was verified
--   next_attempt   nothing is requested before
--   failures       attempts in a row that failed
--   error          of the last attempt
--   deliveries, rejected   content that was accepted, and content with a wrong signature
--   last_delivery  when content was last accepted
--   leaving        1 when the source is removed and the row waits for the end of the subscription
create table source_subscription (
    num integer primary key,
    source text not null,
    wanted integer,
    callback text unique,
    hub text,
    topic text,
    secret blob,
    state text not null default 'new',
    pending integer,
    lease_end integer,
    next_attempt integer not null default 0,
    failures integer not null default 0,
    error text,
    deliveries integer not null default 0,
    rejected integer not null default 0,
    last_delivery integer,
    leaving integer not null default 0
);
create unique index source_subscription_source on source_subscription (source) where leaving = 0;

-- Receivers of changes of a repository of this hub.
--   repository    id of the source or aggregate; empty for the aggregate of everything
--   set_spec      empty for the whole repository
--   how           subscribed (the receiver has asked, expires), notify and push (set by an operator), command (kept for the command push)
--   callback      address that notifications are sent to
--   remote        id under which a receiver of pushes knows the repository
--   secret        encrypted; null for none
--   expires       null for never
--   ds, seq       entry of the lists up to which the receiver knows the changes; ds in seconds
--   pending       since when there is something to send; null for nothing
--   failures      attempts in a row that failed
--   next_attempt  nothing is sent before
--   last_told, told   when the last notification was sent, and how many
--   error         of the last attempt; null when it succeeded
--   denied        why the hub has ended the subscription, as long as the receiver has yet to be notified of it; null otherwise
create table subscription (
    num integer primary key,
    repository text not null,
    set_spec text not null,
    how text not null,
    callback text not null,
    remote text,
    secret blob,
    since integer not null,
    expires integer,
    ds integer not null,
    seq integer not null,
    pending integer,
    failures integer not null default 0,
    next_attempt integer not null default 0,
    last_told integer,
    told integer not null default 0,
    error text,
    denied text,
    unique (repository, set_spec, how, callback)
);

-- Requests for subscriptions that were answered with 202 and are not verified yet. Numbers are never used again: a verification under way
-- forgets its own request only.
--   mode             subscribe or unsubscribe
--   topic, callback  as the request names them
--   lease            seconds
--   secret           encrypted; null for none
--   client           sender of the request, for the log
create table asked_subscription (
    num integer primary key autoincrement,
    mode text not null,
    topic text not null,
    callback text not null,
    lease integer not null,
    secret blob,
    client text not null,
    unique (topic, callback)
);

-- Progress of a push, by format.
--   since  seconds; all before has arrived; null before the first whole push
--   upto   seconds; end of the batch under way; null when none is
--   token  continues the batch; null at its beginning
--   part   documents of the batch that have arrived
create table push_state (
    subscription integer not null,
    prefix text not null,
    since integer,
    upto integer,
    token text,
    part integer not null,
    primary key (subscription, prefix)
) without rowid;


-- ---------------------------------------------------------------------------------------------------------------------------------------
-- Conformance of repositories, which are known by their base URLs
-- ---------------------------------------------------------------------------------------------------------------------------------------

-- Validations that have ended; old ones are forgotten.
--   took        seconds
--   cause, outcome   see KeptValidation
--   name        of the repository by Identify; may be empty
--   unjudged    why it was not judged to the end; empty when it was
--   met, failed, warned, flaky, unreachable, not_judged   numbers of rules
--   broken      names of the rules that failed, separated by blanks
--   unjudged_in_a_row   successive validations without a verdict, this one included
--   report      packed by class Frames; null when it is not kept any more
create table validation (
    num integer primary key,
    address text not null,
    began integer not null,
    took integer not null,
    cause text not null,
    outcome text not null,
    name text not null,
    unjudged text not null,
    requests integer not null,
    records integer not null,
    met integer not null,
    failed integer not null,
    warned integer not null,
    flaky integer not null,
    unreachable integer not null,
    not_judged integer not null,
    broken text not null,
    unjudged_in_a_row integer not null,
    report blob
);
create index validation_address on validation (address, num);

-- Validations under way.
--   ends  the claim ends then if its process does not end it before
create table validation_claim (
    address text primary key,
    ends integer not null
) without rowid;

-- The registry.
--   name  for people; may be empty
--   list  address of the compared list that led to the repository; null for an operator
create table registered (
    address text primary key,
    name text not null,
    added integer not null,
    list text
) without rowid;

-- Changes of the registry; old ones are forgotten.
--   added  1 for an addition, 0 for a removal
create table registry_change (
    num integer primary key,
    happened integer not null,
    address text not null,
    added integer not null,
    reason text not null
);

-- Lists of others with which the registry is compared.
--   compared  when the list was last read completely; null before
--   size      entries at that time
--   tried     when it was last requested
--   error     why the last attempt led to no comparison; null when it did
create table compared_list (
    num integer primary key,
    address text not null unique,
    compared integer,
    size integer not null,
    tried integer not null,
    error text
);

-- Entries of these lists.
--   missing_since  first comparison without the entry; null while the list has it
--   missing        successive comparisons without it
create table listed (
    list integer not null,
    address text not null,
    name text not null,
    since integer not null,
    missing_since integer,
    missing integer not null,
    primary key (list, address)
) without rowid;

-- The last round of checks of a source's links.
create table link_round (
    source integer primary key,
    began integer not null
);

-- Links in the sample of a source.
--   prefix, identifier  record that has the link
--   checked, outcome    last check, see CheckedLink; null before
--   status              HTTP status; 0 when no response came
--   failures            successive checks that found the link broken
--   broken_since        the first of them; null for none
create table link_check (
    source integer not null,
    url text not null,
    prefix text not null,
    identifier text not null,
    checked integer,
    outcome text,
    status integer not null,
    detail text not null,
    failures integer not null,
    broken_since integer,
    primary key (source, url)
) without rowid;
