package dev.sheaf.platform.store;

/**
 * Form in which a repository shows the records of sources.
 *
 * @param form how setSpecs are to be read
 * @param aggregate number of the aggregate; of no meaning for other repositories
 */
record Appearance(SetNames.Form form, int aggregate) {

    /** As the source wrote them. */
    static final Appearance RECEIVED = new Appearance(SetNames.Form.RECEIVED, 0);
    /** As the source's repository serves them. */
    static final Appearance SERVED = new Appearance(SetNames.Form.SERVED, 0);

    /** As an aggregate serves them. */
    static Appearance in(int aggregate) {
        return new Appearance(SetNames.Form.AGGREGATED, aggregate);
    }
}
