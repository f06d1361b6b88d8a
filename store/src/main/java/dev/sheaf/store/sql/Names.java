package dev.sheaf.store.sql;

/**
 * The names that records store as numbers. Safe for use by many threads.
 *
 * @param sources ids of sources, including removed ones
 * @param prefixes metadataPrefixes as received
 * @param sets setSpecs as received
 */
public record Names(NameTable sources, NameTable prefixes, NameTable sets) {

    public Names() {
        this(new NameTable("source_name"), new NameTable("prefix_name"), new NameTable("set_name"));
    }
}
