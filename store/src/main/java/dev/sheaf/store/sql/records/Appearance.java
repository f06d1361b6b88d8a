package dev.sheaf.store.sql.records;

/**
 * Form in which a repository shows the records of sources.
 *
 * @param form form of setSpecs
 * @param aggregate number of the aggregate; unused for other repositories
 */
public record Appearance(SetNames.Form form, int aggregate) {

    /** The form that the source has sent. */
    public static final Appearance RECEIVED = new Appearance(SetNames.Form.RECEIVED, 0);
    /** The form in which the source's repository serves records. */
    public static final Appearance SERVED = new Appearance(SetNames.Form.SERVED, 0);

    /** Returns the form in which an aggregate serves records. */
    public static Appearance in(int aggregate) {
        return new Appearance(SetNames.Form.AGGREGATED, aggregate);
    }
}
