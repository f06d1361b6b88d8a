package dev.sheaf.platform.crosswalk;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.platform.crosswalk.Roots.Root;

/**
 * The table of crosswalks: a row for each stylesheet. Of several that could make a format of an item, the first in the table is taken: those
 * to oai_dc stand in the order of how well they understand their format.
 */
public enum Crosswalk {

    /** MARCXML, a record or a collection of one. */
    MARC21_TO_OAI_DC(1, "marc21-to-oai_dc.xsl", Roots.in(Namespaces.MARC21), TargetFormat.OAI_DC),
    /** MODS 3, a record or a collection of one. */
    MODS_TO_OAI_DC(1, "mods-to-oai_dc.xsl", Roots.in(Namespaces.MODS), TargetFormat.OAI_DC),
    /** DataCite, also in the envelope {@code oai_datacite} of DataCite's own repository. */
    DATACITE_TO_OAI_DC(1, "datacite-to-oai_dc.xsl",
            Roots.below("http://datacite.org/schema/kernel-").or(Roots.below("http://schema.datacite.org/oai/")),
            TargetFormat.OAI_DC),
    /** ETD-MS, theses. */
    ETDMS_TO_OAI_DC(1, "etdms-to-oai_dc.xsl", Roots.below("http://www.ndltd.org/standards/metadata/etdms/"), TargetFormat.OAI_DC),
    /** Qualified Dublin Core in its many wrappers, and simple Dublin Core in a foreign one. */
    QDC_TO_OAI_DC(1, "qdc-to-oai_dc.xsl", Roots.QUALIFIED_DUBLIN_CORE, TargetFormat.OAI_DC),
    /** JATS, journal articles: the front matter. */
    JATS_TO_OAI_DC(1, "jats-to-oai_dc.xsl", Roots.named("article", root -> root.namespace().contains("nlm.nih.gov")),
            TargetFormat.OAI_DC),
    /** EAD 2002 and EAD3, finding aids. */
    EAD_TO_OAI_DC(1, "ead-to-oai_dc.xsl",
            Roots.named("ead", Roots.in("urn:isbn:1-931666-22-9", "http://ead3.archivists.org/schema/")), TargetFormat.OAI_DC),
    /** METS: hands out the description inside. */
    METS_TO_OAI_DC(1, "mets-unwrapped.xsl", Roots.named("mets", Roots.below("http://www.loc.gov/METS/")), TargetFormat.OAI_DC),
    /** MPEG-21 DIDL: hands out the description inside. */
    DIDL_TO_OAI_DC(1, "didl-unwrapped.xsl", Roots.below("urn:mpeg:mpeg21:2002:"), TargetFormat.OAI_DC),
    /** Everything else: what Dublin Core it holds, else what its elements are called. */
    ANY_TO_OAI_DC(1, "any-to-oai_dc.xsl", _ -> true, TargetFormat.OAI_DC),

    /** To MODS 3.7. */
    OAI_DC_TO_MODS(1, "oai_dc-to-mods.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.MODS),
    /** To a brief MARC 21 record. */
    OAI_DC_TO_MARC21(1, "oai_dc-to-marc21.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.MARC21),
    /** To DataCite 4.5. */
    OAI_DC_TO_DATACITE(1, "oai_dc-to-datacite.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.DATACITE),
    /** The same under the other prefix. */
    OAI_DC_TO_OAI_DATACITE(1, "oai_dc-to-datacite.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.OAI_DATACITE);

    private final int version;
    private final String stylesheet;
    /** Immutable, as all of {@link Roots} are. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Predicate<Root> from;
    private final TargetFormat to;

    Crosswalk(int version, String stylesheet, Predicate<Root> from, TargetFormat to) {
        this.version = version;
        this.stylesheet = stylesheet;
        this.from = from;
        this.to = to;
    }

    /** The first row that makes a format of metadata; empty when there is none. */
    public static Optional<Crosswalk> of(XmlFragment metadata, TargetFormat to) {
        Root root = Root.of(metadata);
        return Arrays.stream(values()).filter(crosswalk -> crosswalk.to == to && crosswalk.from.test(root)).findFirst();
    }

    /** Raised when the stylesheet, or one that it includes, changes in a way that changes results: derived records are then made anew. */
    public int version() {
        return version;
    }

    /** File name of the stylesheet, beside this class. */
    public String stylesheet() {
        return stylesheet;
    }

    /** The format it makes. */
    public TargetFormat to() {
        return to;
    }
}
