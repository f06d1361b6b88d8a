package dev.sheaf.store.sql.records;

/**
 * Form in which a repository shows the records of sources.
 *
 * @param form how setSpecs are to be read
 * @param aggregate number of the aggregate; of no meaning for other repositories
 */
public record Appearance(SetNames.Form form, int aggregate) {

    /** As the source wrote them. */
    public static final Appearance RECEIVED = new Appearance(SetNames.Form.RECEIVED, 0);
    /** As the source's repository serves them. */
    public static final Appearance SERVED = new Appearance(SetNames.Form.SERVED, 0);

    /** As an aggregate serves them. */
    public static Appearance in(int aggregate) {
        return new Appearance(SetNames.Form.AGGREGATED, aggregate);
    }
}
