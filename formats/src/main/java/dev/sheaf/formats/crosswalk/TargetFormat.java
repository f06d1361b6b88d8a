package dev.sheaf.formats.crosswalk;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;

/**
 * Format into which records can be converted, by Sheaf's own crosswalks or by a crosswalk of the operator. Sheaf's crosswalks to oai_dc
 * read the formats of an item; all others read its oai_dc. The order is the order in which the formats have to be made: oai_dc first.
 *
 * @param format format as in ListMetadataFormats (S4.4)
 */
public record TargetFormat(MetadataFormat format) implements Comparable<TargetFormat> {

    /** Mandatory format of OAI-PMH. */
    public static final TargetFormat OAI_DC = new TargetFormat(MetadataFormat.OAI_DC);
    /** MODS 3. */
    public static final TargetFormat MODS = of("mods", "http://www.loc.gov/standards/mods/v3/mods-3-8.xsd", Namespaces.MODS);
    /** MARC 21 in XML. */
    public static final TargetFormat MARC21 = of("marc21", "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd",
            Namespaces.MARC21);
    /** DataCite 4. */
    public static final TargetFormat DATACITE = of("datacite", Roots.DATACITE_SCHEMA, Roots.DATACITE_4);
    /** DataCite 4 under the prefix that service providers for research data request. */
    public static final TargetFormat OAI_DATACITE = of("oai_datacite", Roots.DATACITE_SCHEMA, Roots.DATACITE_4);

    private static final List<TargetFormat> BUILT_IN = List.of(OAI_DC, MODS, MARC21, DATACITE, OAI_DATACITE);

    private static TargetFormat of(String prefix, String schema, String namespace) {
        return new TargetFormat(new MetadataFormat(new MetadataPrefix(prefix), schema, namespace));
    }

    /** Returns the prefix of the format. */
    public MetadataPrefix prefix() {
        return format.prefix();
    }

    /** Returns the formats that Sheaf's own crosswalks make, oai_dc first. */
    public static List<TargetFormat> builtIn() {
        return BUILT_IN;
    }

    /** Returns the format with a prefix; empty if Sheaf itself has no crosswalk to it. */
    public static Optional<TargetFormat> of(MetadataPrefix prefix) {
        return BUILT_IN.stream().filter(target -> target.prefix().equals(prefix)).findFirst();
    }

    /**
     * Returns the version of Sheaf's crosswalks to this format; 0 if there are none. The version grows if one of them changes or a new one
     * is added. Records that an earlier version made are then made again.
     */
    public int version() {
        return Arrays.stream(Crosswalk.values()).filter(crosswalk -> crosswalk.to().equals(this)).mapToInt(Crosswalk::version)
                .sum();
    }

    private int place() {
        int place = BUILT_IN.indexOf(this);
        return place < 0 ? BUILT_IN.size() : place;
    }

    @Override
    public int compareTo(TargetFormat other) {
        int order = Integer.compare(place(), other.place());
        return order == 0 ? format.toString().compareTo(other.format.toString()) : order;
    }
}
