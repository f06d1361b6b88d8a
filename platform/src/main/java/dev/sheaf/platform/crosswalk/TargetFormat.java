package dev.sheaf.platform.crosswalk;

import java.util.Arrays;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;

/**
 * A format that Sheaf can make of others. oai_dc is made of what an item has; everything else is made of the item's oai_dc, for sources whose
 * operator asks for it.
 */
public enum TargetFormat {

    /** The mandatory format. */
    OAI_DC(MetadataFormat.OAI_DC),
    /** MODS 3. */
    MODS("mods", "http://www.loc.gov/standards/mods/v3/mods-3-7.xsd", Namespaces.MODS),
    /** MARC 21 in XML. */
    MARC21("marc21", "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", Namespaces.MARC21),
    /** DataCite 4. */
    DATACITE("datacite", Roots.DATACITE_SCHEMA, Roots.DATACITE_4),
    /** DataCite 4 under the prefix that service providers of research data ask for. */
    OAI_DATACITE("oai_datacite", Roots.DATACITE_SCHEMA, Roots.DATACITE_4);

    /** A record of texts. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final MetadataFormat format;

    TargetFormat(MetadataFormat format) {
        this.format = format;
    }

    TargetFormat(String prefix, String schema, String namespace) {
        this(new MetadataFormat(new MetadataPrefix(prefix), schema, namespace));
    }

    /** As ListMetadataFormats names it (S4.4). */
    public MetadataFormat format() {
        return format;
    }

    /** Its prefix. */
    public MetadataPrefix prefix() {
        return format.prefix();
    }

    /** The one with a prefix; empty when Sheaf makes none of that name. */
    public static Optional<TargetFormat> of(MetadataPrefix prefix) {
        return Arrays.stream(values()).filter(target -> target.prefix().equals(prefix)).findFirst();
    }

    /**
     * Which edition of the crosswalks to this format the program has: it grows whenever one of them is raised or a new one comes, and
     * records made by an earlier edition are then made anew. Greater than 0.
     */
    public int version() {
        return Arrays.stream(Crosswalk.values()).filter(crosswalk -> crosswalk.to() == this).mapToInt(Crosswalk::version).sum();
    }
}
