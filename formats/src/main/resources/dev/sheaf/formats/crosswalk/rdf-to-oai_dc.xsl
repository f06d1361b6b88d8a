<?xml version="1.0" encoding="UTF-8"?>
<!-- RDF to oai_dc: Europeana's data model, catalogues in DCAT, and Dublin Core in RDF. Of the many things that a graph describes, the
     one that it is about: what the provider says of the object, else the data set, else the only subject that has a title. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>
  <xsl:include href="dublin-core.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:RDF)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="subjects" select="*"/>
    <xsl:variable name="objects" select="$subjects[self::*:ProvidedCHO]"/>
    <!-- A graph may hold proxies of other objects: those count only when no proxy names the object. -->
    <xsl:variable name="proxies" select="$subjects[self::*:Proxy][not(normalize-space(*:europeanaProxy[1]) eq 'true')]"/>
    <xsl:variable name="own-proxies" select="$proxies[*:proxyFor/@*:resource = $objects[1]/@*:about]"/>
    <xsl:variable name="provided" select="if ($own-proxies) then $own-proxies else $proxies"/>
    <xsl:variable name="sets" select="($subjects[self::*:Dataset], $subjects[self::*:Catalog]/*:dataset/*:Dataset, $subjects[self::*:Catalog])"/>
    <!-- A description names its kind in a type; what a map says of itself is said of the map. -->
    <xsl:variable name="typed" select="$subjects[*:type/@*:resource[matches(., '[#/](Dataset|Work|Document|Article|Book|Aggregation)$')]][not(*:describes)]"/>
    <xsl:variable name="titled" select="$subjects[*[s:core(.)][local-name() eq 'title'][normalize-space(.) ne '']][not(*:describes)]"/>
    <xsl:variable name="main" select="if ($provided or $objects) then ($provided, $objects) else ($sets, $typed[. intersect $titled], $titled[count($titled) eq 1], $subjects[count($subjects) eq 1])[1]"/>
    <xsl:apply-templates select="$main/*[s:core(.)][not(local-name() = ('identifier', 'creator', 'contributor', 'publisher', 'hasFormat', 'format', 'relation', 'hasPart'))][not(s:is-concept(.))]" mode="core"/>
    <!-- Concepts, places and periods that the graph describes are named by their labels. -->
    <xsl:for-each select="$main/*[s:core(.)][s:is-concept(.)]">
      <xsl:sequence select="s:dc(($s:refinements(local-name()), local-name())[1], s:agent(.))"/>
    </xsl:for-each>
    <xsl:for-each select="$main/*[s:core(.)][local-name() = ('creator', 'contributor', 'publisher')]">
      <xsl:sequence select="s:dc(local-name(), s:agent(.))"/>
    </xsl:for-each>
    <xsl:sequence select="s:dc('subject', $main/*[local-name() eq 'keyword'])"/>
    <xsl:sequence select="s:dc('format', $main/*[s:core(.)][local-name() eq 'format'][not(*)])"/>
    <xsl:sequence select="s:dc('identifier', $main/*[s:core(.)][local-name() eq 'identifier'][not(*)] ! s:identifier(string(.), ''))"/>
    <xsl:sequence select="s:dc('identifier', ($subjects[self::*:Aggregation] ! (*:isShownAt, *:isShownBy)[1]/@*:resource, $main/*:landingPage/@*:resource)[matches(., '^https?://')])"/>
    <xsl:sequence select="s:dc('identifier', (if ($objects) then $objects[1]/@*:about else if ($main[self::*:Proxy]) then $main[1]/*:proxyFor/@*:resource else $main[1]/@*:about)[matches(., '^(https?://|urn:|info:)')])"/>
    <!-- A resource map that describes nothing else names at least the aggregation that it is about. -->
    <xsl:sequence select="s:dc('identifier', (if (empty($main)) then $subjects/*:describes[1]/@*:resource else ())[matches(., '^(https?://|urn:|info:)')])"/>
    <xsl:sequence select="s:dc('publisher', $subjects[self::*:Aggregation]/*:dataProvider ! s:agent(.))"/>
    <xsl:sequence select="s:dc('type', $main/*:type[namespace-uri() eq 'http://www.europeana.eu/schemas/edm/'][normalize-space(.) ne ''])"/>
    <xsl:sequence select="s:dc('rights', $subjects[self::*:Aggregation]/*:rights ! (@*:resource/string(), s:plain(.))[. ne ''][1])"/>
  </xsl:template>

  <xsl:function name="s:core" as="xs:boolean">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="namespace-uri($element) = ($s:dublin-core, 'http://dublincore.org/documents/dcmi-terms/')"/>
  </xsl:function>

  <xsl:function name="s:is-concept" as="xs:boolean">
    <xsl:param name="property" as="element()"/>
    <xsl:sequence select="local-name($property) = ('subject', 'type', 'coverage', 'spatial', 'temporal', 'medium', 'language') and (exists($property/*) or normalize-space($property) eq '' and exists($property/@*:resource))"/>
  </xsl:function>

  <!-- A name: as text, inside the element, or where the graph describes the agent; an address without a name is better than nothing. -->
  <xsl:function name="s:agent" as="xs:string">
    <xsl:param name="property" as="element()"/>
    <xsl:variable name="address" select="string($property/@*:resource)"/>
    <xsl:variable name="agent" select="($property/*, root($property)/*/*[$address ne ''][@*:about eq $address])[1]"/>
    <xsl:variable name="labels" select="$agent/(*:name, *:prefLabel, *:label, *:title, *:fn, *:organization-name)[normalize-space(.) ne '']"/>
    <xsl:sequence select="(if (not($property/*)) then s:plain($property)[. ne ''] else (), ($labels[@xml:lang eq 'en'], $labels)[1] ! s:plain(.), $agent/@*:about/string(), $address, '')[1]"/>
  </xsl:function>

</xsl:stylesheet>
