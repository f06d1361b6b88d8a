<?xml version="1.0" encoding="UTF-8"?>
<!-- A format that Sheaf does not know, to oai_dc: the Dublin Core that it holds of itself, else what its elements are called. What may describe
     something else (a cited work, a project, a reference system) is left out: no value is better than a wrong one. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>
  <xsl:include href="dublin-core.xsl"/>

  <!-- A value longer than this is a text, and not what its element's name says. -->
  <xsl:variable name="s:longest" select="500"/>
  <!-- More of a kind than this come from a document's body. -->
  <xsl:variable name="s:most" select="50"/>
  <!-- Elements around a record, and those inside it that say no more than that a description follows. -->
  <xsl:variable name="s:wrappers" select="('metadata', 'record', 'header', 'head', 'general', 'generalinfo', 'description', 'descriptive', 'descriptivemetadata', 'bibliographic', 'bibliographicdata', 'identification', 'identificationinfo', 'basic', 'basicinformation', 'core', 'main', 'data', 'item', 'object', 'resource', 'document', 'work', 'titles', 'titleinfo', 'titlegroup', 'titlestatement', 'titleset', 'authors', 'creators', 'creatorlist', 'authorlist', 'authorgroup', 'dates', 'identifiers', 'subjects', 'keywords', 'keywordlist', 'languages', 'abstracts', 'descriptions', 'publishers')"/>

  <xsl:template match="/">
    <!-- The Scholarly Works profile writes the names of Dublin Core as addresses; the first of its descriptions is of
         the work, the others are of its versions. -->
    <xsl:variable name="descriptions" select="//*[*[@*[local-name() eq 'propertyURI']]]"/>
    <xsl:variable name="properties" select="$descriptions/*[matches(@*[local-name() eq 'propertyURI'], '^http://purl.org/dc/(elements/1.1|terms)/[A-Za-z]+$')][*[local-name() eq 'valueString']]"/>
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="s:own-core(.)" mode="core"/>
      <xsl:for-each select="$properties">
        <xsl:variable name="property" select="tokenize(@*[local-name() eq 'propertyURI'], '/')[last()]"/>
        <xsl:variable name="name" select="($s:refinements($property), $property)[1]"/>
        <xsl:if test="$name = (if (.. is $descriptions[1]) then $s:order else ('date', 'type', 'language', 'publisher', 'format'))">
          <xsl:sequence select="s:dc($name, *[local-name() eq 'valueString'][1])"/>
        </xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <xsl:variable name="named" as="element()*">
      <xsl:if test="empty($found[self::dc:title][normalize-space(.) ne ''])">
        <xsl:call-template name="by-name"/>
      </xsl:if>
    </xsl:variable>
    <xsl:sequence select="s:record(($found, $named))"/>
  </xsl:template>

  <!-- Dublin Core on one level: where it stands highest, in one element. Of several elements with a title of their own on that level, none
       can be told to be the record. -->
  <xsl:function name="s:own-core" as="element()*">
    <xsl:param name="document" as="document-node()"/>
    <xsl:variable name="core" select="$document//*[namespace-uri() = $s:dublin-core][not(ancestor::*[namespace-uri() = $s:dublin-core])]"/>
    <xsl:variable name="level" select="min($core[local-name() eq 'title'] ! count(ancestor::*))"/>
    <xsl:variable name="holders" select="$core[local-name() eq 'title'][count(ancestor::*) eq $level]/.."/>
    <xsl:sequence select="if (count($holders) eq 1) then $holders/*[. intersect $core] else if (empty($holders)) then $document/*/*[. intersect $core] else ()"/>
  </xsl:function>

  <xsl:function name="s:key" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:sequence select="lower-case(translate(local-name($node), '-_.', ''))"/>
  </xsl:function>

  <xsl:function name="s:person" as="xs:string">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="whole" select="($person//*[not(*)][s:key(.) = ('creatorname', 'authorname', 'stringname', 'fullname', 'displayname', 'personname', 'individualname', 'name', 'namepart')])[1]"/>
    <xsl:variable name="family" select="($person//*[s:key(.) = ('surname', 'familyname', 'lastname', 'family', 'keyname')])[1]"/>
    <xsl:variable name="given" select="($person//*[s:key(.) = ('givennames', 'givenname', 'forename', 'forenames', 'firstname', 'given')])[1]"/>
    <xsl:sequence select="
        if (not($person/*)) then s:plain($person)
        else if (exists($family)) then s:inverted($family, $given)
        else s:plain($whole)"/>
  </xsl:function>

  <xsl:template name="by-name">
    <!-- A record may be wrapped: the first element on the way down that has values or several elements is the record. -->
    <xsl:variable name="record" select="(//*[not(*) or count(*) gt 1 or */text()[normalize-space(.) ne '']])[1]"/>
    <!-- Elements of the record itself, or in parts of it that say no more than that. -->
    <xsl:variable name="own" select="$record/*, $record/*[s:key(.) = $s:wrappers]/*, $record/*[s:key(.) = $s:wrappers]/*[s:key(.) = $s:wrappers]/*"/>
    <xsl:variable name="values" select="$own[not(*)][s:plain(.) ne '']"/>
    <xsl:variable name="titles" select="$own[s:key(.) = ('title', 'maintitle', 'titlemain', 'titleproper', 'articletitle', 'resourcetitle', 'itemtitle', 'documenttitle', 'titl')][s:plain(.) ne ''][string-length(s:plain(.)) le $s:longest * 2]"/>
    <xsl:variable name="names" select="$record/*[not(*)][s:key(.) = ('name', 'resourcename', 'displaytitle', 'preflabel')][s:plain(.) ne ''][string-length(s:plain(.)) le $s:longest]"/>
    <!-- Several titles in different elements are those of different things. -->
    <xsl:variable name="first" select="($titles, $names)[1]"/>
    <xsl:if test="$first[not(*)] or $first/text()[normalize-space(.) ne '']">
      <xsl:sequence select="s:dc('title', $first)"/>
    </xsl:if>
    <xsl:for-each select="$own[s:key(.) = ('creator', 'author')][position() le $s:most]">
      <xsl:sequence select="s:dc('creator', s:person(.)[string-length(.) le $s:longest])"/>
    </xsl:for-each>
    <xsl:sequence select="s:dc('subject', $values[s:key(.) = ('subject', 'keyword', 'kwd', 'topic')][position() le $s:most][string-length(s:plain(.)) le $s:longest])"/>
    <xsl:sequence select="s:dc('description', $own[s:key(.) = ('abstract', 'description', 'summary')][not(*) or text()[normalize-space(.) ne '']][position() le 5])"/>
    <xsl:sequence select="s:dc('publisher', $values[s:key(.) = ('publisher', 'publishername')][position() le 5][string-length(s:plain(.)) le $s:longest])"/>
    <!-- A bare "date" may be that of the description, or of anything. -->
    <xsl:sequence select="s:dc('date', $values[s:key(.) = ('dateissued', 'issued', 'pubdate', 'publicationyear', 'publicationdate', 'dateofpublication', 'yearofpublication', 'datecreated', 'dateofcreation')][matches(., '[0-9]{4}')][string-length(s:plain(.)) le 40][position() le 5])"/>
    <xsl:sequence select="s:dc('date', $record/*[not(*)][s:key(.) = ('date', 'year')][matches(., '[0-9]{4}')][string-length(s:plain(.)) le 40][1])"/>
    <xsl:sequence select="s:dc('type', $values[s:key(.) = ('resourcetype', 'genre', 'documenttype')][string-length(s:plain(.)) le $s:longest][position() le 5])"/>
    <xsl:sequence select="s:dc('language', $values[s:key(.) = ('language', 'languagecode')][string-length(s:plain(.)) le 40][position() le 5])"/>
    <xsl:sequence select="s:dc('identifier', $values[s:key(.) eq 'doi' or (@*[local-name() = ('identifierType', 'type', 'pub-id-type')] ! lower-case(.)) = 'doi'][matches(s:plain(.), '10\.[0-9]{4,}')][position() le 3] ! s:identifier(string(.), 'doi'))"/>
    <xsl:sequence select="s:dc('identifier', $values[s:key(.) = ('identifier', 'id', 'url', 'uri')][matches(s:plain(.), '^(https?|ftp)://\S+$')][position() le 10])"/>
    <xsl:sequence select="s:dc('rights', $values[s:key(.) = ('rights', 'license', 'licence', 'copyright')][string-length(s:plain(.)) le $s:longest * 4][position() le 5])"/>
  </xsl:template>

</xsl:stylesheet>
