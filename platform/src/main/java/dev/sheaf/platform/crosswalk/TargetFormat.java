package dev.sheaf.platform.crosswalk;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;

/**
 * A format that can be made of others: one of those that Sheaf's own crosswalks make, or one that a crosswalk of the operator makes. Of the
 * program's crosswalks, those to oai_dc read what an item has; all others read its oai_dc. Ordered as they have to be made: oai_dc first.
 *
 * @param format as ListMetadataFormats names it (S4.4)
 */
public record TargetFormat(MetadataFormat format) implements Comparable<TargetFormat> {

    /** The mandatory format. */
    public static final TargetFormat OAI_DC = new TargetFormat(MetadataFormat.OAI_DC);
    /** MODS 3. */
    public static final TargetFormat MODS = of("mods", "http://www.loc.gov/standards/mods/v3/mods-3-7.xsd", Namespaces.MODS);
    /** MARC 21 in XML. */
    public static final TargetFormat MARC21 = of("marc21", "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd",
            Namespaces.MARC21);
    /** DataCite 4. */
    public static final TargetFormat DATACITE = of("datacite", Roots.DATACITE_SCHEMA, Roots.DATACITE_4);
    /** DataCite 4 under the prefix that service providers of research data ask for. */
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

    /** Returns the one with a prefix; empty when Sheaf itself makes none of that name. */
    public static Optional<TargetFormat> of(MetadataPrefix prefix) {
        return BUILT_IN.stream().filter(target -> target.prefix().equals(prefix)).findFirst();
    }

    /**
     * Returns the edition of the program's crosswalks to this format: it grows whenever one of them is raised or a new
     * one comes, and records made
     * by an earlier edition are then made again. 0 when there are none.
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
