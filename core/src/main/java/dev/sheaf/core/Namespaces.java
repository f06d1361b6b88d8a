package dev.sheaf.core;

/** The namespaces and schema addresses of the protocol, of its optional containers and of Sheaf's own extensions. */
public final class Namespaces {

    /** Start of every namespace that Sheaf itself defines. */
    public static final String SHEAF = "https://sheaf.dev/ns/";
    /** Namespace of the verbs Notify and PushMetadata. */
    public static final String EXTENSION = SHEAF + "1.0/";

    /**
     * Start of the namespaces of records that came in no namespace and of which nothing tells the right one; the name of the format follows.
     * Responses need a namespace, because their schema refuses metadata without one.
     */
    public static final String LOCAL = EXTENSION + "local/";

    /** Namespace of records that bind metadata and the index of a full text in one combined format. */
    public static final String INDEXED = EXTENSION + "indexed/";
    /** Schema of combined records. */
    public static final String INDEXED_SCHEMA = EXTENSION + "indexed.xsd";
    /** Namespace of the index formats tf_basic and tf_positional. */
    public static final String TERM_FREQUENCIES = EXTENSION + "tf_basic/";
    /** Namespace of the index format terms, whose terms have no numbers. */
    public static final String TERMS = EXTENSION + "terms/";

    /** Type of the resource that lists the dumps of a repository; a Dublin Core description in Identify names it. */
    public static final String DUMPS = EXTENSION + "dumps/";

    /** Namespace of all protocol 2.0 responses (S3.2). */
    public static final String OAI = "http://www.openarchives.org/OAI/2.0/";
    /** Schema of all protocol 2.0 responses. */
    public static final String OAI_SCHEMA = "http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd";
    /** Namespace of responses of the extension for index harvesting. */
    public static final String OAI_INDEX = EXTENSION + "oai-pmh-index/";
    /** Schema of responses of the extension for index harvesting. */
    public static final String OAI_INDEX_SCHEMA = EXTENSION + "oai-pmh-index.xsd";
    /** Namespace of the mandatory format oai_dc (S5). */
    public static final String OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/";
    /** Schema of the mandatory format oai_dc. */
    public static final String OAI_DC_SCHEMA = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd";
    /** Namespace of the fifteen Dublin Core elements inside oai_dc. */
    public static final String DC = "http://purl.org/dc/elements/1.1/";
    /** Namespace of the about container that tells where a harvested record came from. */
    public static final String PROVENANCE = "http://www.openarchives.org/OAI/2.0/provenance";
    /** Schema of the provenance container. */
    public static final String PROVENANCE_SCHEMA = "http://www.openarchives.org/OAI/2.0/provenance.xsd";
    /** Namespace of MARCXML. */
    public static final String MARC21 = "http://www.loc.gov/MARC21/slim";
    /** Namespace of MODS 3. */
    public static final String MODS = "http://www.loc.gov/mods/v3";
    /** Namespace of {@code xsi:schemaLocation}. */
    public static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
    /** Namespace of {@code xml:lang}. */
    public static final String XML = "http://www.w3.org/XML/1998/namespace";

    private Namespaces() {}
}
