-- Stylesheets of the operator: what they make, and of which records. One of from_prefix and from_namespace is set.
create table own_crosswalk (
    name text primary key,
    from_prefix text,
    from_namespace text,
    prefix text not null,
    schema text not null,
    namespace text not null,
    stylesheet blob not null
);

-- Schemas that the hub serves itself. The one with number 0 of a prefix is the format's; the others are what it includes.
create table own_schema (
    file text primary key,
    prefix text not null,
    number integer not null,
    namespace text not null,
    xsd blob not null
);
