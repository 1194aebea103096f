-- The tables that to-postgresql fills: psql -f postgresql.sql, once.
create table touchd_result (
    kiosk text, epoch text, sequence bigint, id text not null, kind text not null, outcome text not null, reason text,
    person text,                            -- the pseudonym of the user
    panel text, decided timestamptz, stored timestamptz not null, message jsonb not null,
    primary key (kiosk, epoch, sequence));
create index on touchd_result (stored);
create index on touchd_result (person, stored);
-- Results that a kiosk had deleted before they could be sent.
create table touchd_gap (kiosk text, epoch text, first bigint, last bigint, primary key (kiosk, epoch, first));
-- Each kiosk and its condition.
create table touchd_kiosk (kiosk text primary key, condition text not null, seen timestamptz, message jsonb not null);
