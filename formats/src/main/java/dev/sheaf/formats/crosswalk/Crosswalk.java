package dev.sheaf.formats.crosswalk;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.crosswalk.Roots.Root;

/**
 * Table of crosswalks, one row for each stylesheet. If several rows can make a format of an item, the first one is used. The rows to oai_dc
 * are in this order: the crosswalk that knows its format best comes first.
 */
public enum Crosswalk {

    /**
     * MARC in XML, a record or a collection of one, recognised by its element names: MARCXML, MarcXchange, oai_marc, with and without
     * namespace.
     */
    MARC21_TO_OAI_DC(4, "marc21-to-oai_dc.xsl", Roots.MARC, TargetFormat.OAI_DC),
    /** MODS 3, a record or a collection of one. */
    MODS_TO_OAI_DC(4, "mods-to-oai_dc.xsl", Roots.in(Namespaces.MODS).or(Roots.unnamed("mods", "modsCollection")),
            TargetFormat.OAI_DC),
    /** DataCite, also in DataCite's envelope {@code oai_datacite}. */
    DATACITE_TO_OAI_DC(2, "datacite-to-oai_dc.xsl",
            Roots.below("http://datacite.org/schema/kernel-").or(Roots.below("http://schema.datacite.org/oai/"))
                    .or(Roots.unnamed("oai_datacite")).or(Roots.unnamedWith("resource", "identifier", "creators", "titles")),
            TargetFormat.OAI_DC),
    /** ETD-MS, for theses. */
    ETDMS_TO_OAI_DC(2, "etdms-to-oai_dc.xsl",
            Roots.below("http://www.ndltd.org/standards/metadata/etdms/").or(Roots.unnamed("thesis")), TargetFormat.OAI_DC),
    /** Qualified Dublin Core in its many wrappers, and simple Dublin Core in another wrapper. */
    QDC_TO_OAI_DC(3, "qdc-to-oai_dc.xsl", Roots.QUALIFIED_DUBLIN_CORE, TargetFormat.OAI_DC),
    /** JATS, for journal articles. Only the front matter is read. */
    JATS_TO_OAI_DC(3, "jats-to-oai_dc.xsl", Roots.named("article", root -> root.namespace().contains("nlm.nih.gov")),
            TargetFormat.OAI_DC),
    /** PubMed, an article or a set of one. */
    PUBMED_TO_OAI_DC(2, "pubmed-to-oai_dc.xsl",
            Roots.unnamed("PubmedArticle", "PubmedArticleSet"), TargetFormat.OAI_DC),
    /** Deposits to Crossref, and Crossref's own responses. */
    CROSSREF_TO_OAI_DC(2, "crossref-to-oai_dc.xsl",
            Roots.below("http://www.crossref.org/schema/").or(Roots.below("http://www.crossref.org/xschema/"))
                    .or(Roots.unnamed("doi_batch", "crossref_result", "crossref")),
            TargetFormat.OAI_DC),
    /** Format of DOAJ. */
    DOAJ_TO_OAI_DC(2, "doaj-to-oai_dc.xsl", Roots.below("http://doaj.org/features/oai_doaj/").or(Roots.unnamed("doajArticle")),
            TargetFormat.OAI_DC),
    /** The formats of arXiv. */
    ARXIV_TO_OAI_DC(2, "arxiv-to-oai_dc.xsl",
            Roots.below("http://arxiv.org/OAI/arXiv").or(Roots.unnamed("arXiv", "arXivRaw")),
            TargetFormat.OAI_DC),
    /** RFC 1807, technical reports. */
    RFC1807_TO_OAI_DC(2, "rfc1807-to-oai_dc.xsl", Roots.named("rfc1807", root -> root.namespace().contains("rfc1807")),
            TargetFormat.OAI_DC),
    /** ISO 19115, for geographic data, in both of its XML encodings. */
    ISO19115_TO_OAI_DC(2, "iso19115-to-oai_dc.xsl",
            Roots.named("MD_Metadata", Roots.ISO_19115).or(Roots.named("MI_Metadata", Roots.ISO_19115)), TargetFormat.OAI_DC),
    /** DIF, for Earth science data. */
    DIF_TO_OAI_DC(2, "dif-to-oai_dc.xsl", Roots.named("DIF", root -> root.namespace().contains("gcmd.")), TargetFormat.OAI_DC),
    /** FGDC CSDGM, for geographic data. */
    FGDC_TO_OAI_DC(1, "fgdc-to-oai_dc.xsl", root -> root.name().equals("metadata") && root.child().equals("idinfo"),
            TargetFormat.OAI_DC),
    /** DDI codebook, for social science data. */
    DDI_CODEBOOK_TO_OAI_DC(2, "ddi-codebook-to-oai_dc.xsl",
            Roots.named("codeBook", Roots.below("ddi:codebook").or(Roots.below("http://www.icpsr.umich.edu/DDI"))),
            TargetFormat.OAI_DC),
    /** DDI lifecycle. */
    DDI_LIFECYCLE_TO_OAI_DC(2, "ddi-lifecycle-to-oai_dc.xsl",
            Roots.below("ddi:instance:").or(Roots.below("ddi:studyunit:")).or(Roots.below("ddi:group:"))
                    .or(Roots.unnamed("DDIInstance", "StudyUnit")),
            TargetFormat.OAI_DC),
    /** RIF-CS, for registries of research data. */
    RIFCS_TO_OAI_DC(2, "rifcs-to-oai_dc.xsl",
            Roots.in("http://ands.org.au/standards/rif-cs/registryObjects")
                    .or(Roots.unnamed("registryObjects", "registryObject")),
            TargetFormat.OAI_DC),
    /** IEEE LOM and IMS metadata, for learning objects. */
    LOM_TO_OAI_DC(2, "lom-to-oai_dc.xsl",
            Roots.named("lom", Roots.below("http://www.imsglobal.org/xsd/").or(Roots.below("http://ltsc.ieee.org/"))),
            TargetFormat.OAI_DC),
    /** CMDI, for language resources. */
    CMDI_TO_OAI_DC(2, "cmdi-to-oai_dc.xsl", Roots.below("http://www.clarin.eu/cmd/").or(Roots.unnamed("CMD")),
            TargetFormat.OAI_DC),
    /** EAD 2002 and EAD3, for finding aids. */
    EAD_TO_OAI_DC(4, "ead-to-oai_dc.xsl",
            Roots.named("ead", Roots.in("urn:isbn:1-931666-22-9", "http://ead3.archivists.org/schema/")), TargetFormat.OAI_DC),
    /** TEI. Only the header is read. */
    TEI_TO_OAI_DC(2, "tei-to-oai_dc.xsl",
            Roots.in("http://www.tei-c.org/ns/1.0").or(Roots.unnamed("TEI", "TEI.2", "teiHeader", "teiCorpus", "teiCorpus.2")),
            TargetFormat.OAI_DC),
    /** LIDO, for objects of museums. */
    LIDO_TO_OAI_DC(2, "lido-to-oai_dc.xsl", Roots.in("http://www.lido-schema.org").or(Roots.unnamed("lido", "lidoWrap")),
            TargetFormat.OAI_DC),
    /** Exports of MuseumPlus. */
    MPX_TO_OAI_DC(2, "mpx-to-oai_dc.xsl", Roots.in("http://www.mpx.org/mpx").or(Roots.unnamed("museumPlusExport")),
            TargetFormat.OAI_DC),
    /** VRA Core 4, for works of art and their images. */
    VRA_TO_OAI_DC(2, "vra-to-oai_dc.xsl", Roots.below("http://www.vraweb.org/vracore4").or(Roots.unnamed("vra")),
            TargetFormat.OAI_DC),
    /** Darwin Core, for specimens and observations. */
    DARWIN_CORE_TO_OAI_DC(2, "darwin-core-to-oai_dc.xsl",
            Roots.below("http://rs.tdwg.org/dwc/").or(root -> root.childNamespace().startsWith("http://rs.tdwg.org/dwc/"))
                    .or(Roots.unnamed("SimpleDarwinRecordSet", "SimpleDarwinRecord", "DarwinRecordSet", "DarwinRecord")),
            TargetFormat.OAI_DC),
    /** DSpace's formats xoai and dim. */
    DSPACE_TO_OAI_DC(2, "dspace-to-oai_dc.xsl",
            Roots.in("http://www.lyncode.com/xoai", "http://www.dspace.org/xmlns/dspace/dim")
                    .or(Roots.unnamedWith("metadata", "element")).or(Roots.unnamedWith("dim", "field")),
            TargetFormat.OAI_DC),
    /** RDF: Europeana's data model, DCAT, Dublin Core. */
    RDF_TO_OAI_DC(3, "rdf-to-oai_dc.xsl", Roots.in("http://www.w3.org/1999/02/22-rdf-syntax-ns#").or(Roots.unnamed("RDF")),
            TargetFormat.OAI_DC),
    /** An Atom entry. */
    ATOM_TO_OAI_DC(2, "atom-to-oai_dc.xsl",
            Roots.in("http://www.w3.org/2005/Atom")
                    .or(Roots.unnamedWith("entry", "id", "title", "author", "updated", "published", "link")),
            TargetFormat.OAI_DC),
    /** METS. The stylesheet returns the description inside, which is then converted itself. */
    METS_TO_OAI_DC(4, "mets-unwrapped.xsl", Roots.named("mets", Roots.below("http://www.loc.gov/METS/")), TargetFormat.OAI_DC),
    /** MPEG-21 DIDL. The stylesheet returns the description inside, which is then converted itself. */
    DIDL_TO_OAI_DC(4, "didl-unwrapped.xsl", Roots.below("urn:mpeg:mpeg21:2002:").or(Roots.unnamed("DIDL")), TargetFormat.OAI_DC),
    /** Any other format: uses the elements of Dublin Core in it, or else elements with similar names. */
    ANY_TO_OAI_DC(3, "any-to-oai_dc.xsl", _ -> true, TargetFormat.OAI_DC),

    /** To MODS 3.8. */
    OAI_DC_TO_MODS(2, "oai_dc-to-mods.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.MODS),
    /** To a brief MARC 21 record. */
    OAI_DC_TO_MARC21(1, "oai_dc-to-marc21.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.MARC21),
    /** To DataCite 4.5. */
    OAI_DC_TO_DATACITE(1, "oai_dc-to-datacite.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.DATACITE),
    /** The same under the prefix {@code oai_datacite}. */
    OAI_DC_TO_OAI_DATACITE(1, "oai_dc-to-datacite.xsl", Roots.in(Namespaces.OAI_DC), TargetFormat.OAI_DATACITE);

    private final int version;
    private final String stylesheet;
    /** Immutable, as all of {@link Roots} are. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Predicate<Root> from;
    /** A record of texts. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final TargetFormat to;

    Crosswalk(int version, String stylesheet, Predicate<Root> from, TargetFormat to) {
        this.version = version;
        this.stylesheet = stylesheet;
        this.from = from;
        this.to = to;
    }

    /** Returns the first row that converts the metadata into a format; empty if there is none. */
    public static Optional<Crosswalk> of(XmlFragment metadata, TargetFormat to) {
        Root root = Root.of(metadata);
        return Arrays.stream(values()).filter(crosswalk -> crosswalk.to.equals(to) && crosswalk.from.test(root)).findFirst();
    }

    /**
     * Returns the version of the stylesheet. It is raised if the stylesheet, or one that it includes, changes in a way that changes
     * results. Derived records are then made again.
     */
    public int version() {
        return version;
    }

    /** File name of the stylesheet, next to this class. */
    public String stylesheet() {
        return stylesheet;
    }

    /** Returns the format of the results. */
    public TargetFormat to() {
        return to;
    }
}
