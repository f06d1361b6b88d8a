<?xml version="1.0" encoding="UTF-8"?>
<!-- A format that Sheaf does not know, to oai_dc: what Dublin Core it holds, else what its elements are called. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>
  <xsl:include href="dublin-core.xsl"/>

  <!-- A value longer than this is a text, and not what its element's name says. -->
  <xsl:variable name="s:longest" select="500"/>
  <!-- More of a kind than this come from a document's body. -->
  <xsl:variable name="s:most" select="50"/>

  <xsl:template match="/">
    <xsl:variable name="core" as="element()*">
      <xsl:apply-templates select="//*[namespace-uri() = $s:dublin-core][not(ancestor::*[namespace-uri() = $s:dublin-core])]" mode="core"/>
    </xsl:variable>
    <!-- DSpace writes the names of Dublin Core into attributes. -->
    <xsl:variable name="dspace" as="element()*">
      <xsl:for-each select="/*[namespace-uri() eq 'http://www.lyncode.com/xoai']/*[@name eq 'dc']/*[@name = $s:order]//*[local-name() eq 'field'][@name eq 'value']">
        <xsl:element name="dc:{ancestor::*[@name = $s:order][last()]/@name}"><xsl:value-of select="."/></xsl:element>
      </xsl:for-each>
      <xsl:for-each select="/*[namespace-uri() eq 'http://www.dspace.org/xmlns/dspace/dim']/*[local-name() eq 'field'][@mdschema eq 'dc'][@element = ($s:order, 'author')]">
        <xsl:element name="dc:{if (@element eq 'author' or (@element eq 'contributor' and @qualifier eq 'author')) then 'creator' else @element}">
          <xsl:value-of select="."/>
        </xsl:element>
      </xsl:for-each>
      <!-- The Scholarly Works profile writes them as addresses. -->
      <xsl:for-each select="//*[matches(@*[local-name() eq 'propertyURI'], '^http://purl.org/dc/(elements/1.1|terms)/[A-Za-z]+$')][*[local-name() eq 'valueString']]">
        <xsl:variable name="property" select="tokenize(@*[local-name() eq 'propertyURI'], '/')[last()]"/>
        <xsl:variable name="name" select="($s:refinements($property), $property)[1]"/>
        <xsl:if test="$name = $s:order">
          <xsl:element name="dc:{$name}"><xsl:value-of select="*[local-name() eq 'valueString'][1]"/></xsl:element>
        </xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <xsl:variable name="core" select="($core, $dspace)"/>
    <xsl:variable name="named" as="element()*">
      <xsl:if test="empty($core[self::dc:title][normalize-space(.) ne ''])">
        <xsl:call-template name="by-name"/>
      </xsl:if>
    </xsl:variable>
    <xsl:sequence select="s:record(($core, $named))"/>
  </xsl:template>

  <xsl:function name="s:key" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:sequence select="lower-case(translate(local-name($node), '-_', ''))"/>
  </xsl:function>

  <!-- The text of an element, words of neighbouring elements kept apart. -->
  <xsl:function name="s:words" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:sequence select="normalize-space(string-join($node//text()[normalize-space(.) ne ''], ' '))"/>
  </xsl:function>

  <xsl:function name="s:person" as="xs:string">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="whole" select="($person//*[not(*)][s:key(.) = ('creatorname', 'contributorname', 'stringname', 'fullname', 'displayname', 'personname', 'individualname', 'name', 'namepart', 'characterstring')])[1]"/>
    <xsl:variable name="family" select="($person//*[s:key(.) = ('surname', 'familyname', 'lastname', 'family')])[1]"/>
    <xsl:variable name="given" select="($person//*[s:key(.) = ('givennames', 'givenname', 'forename', 'firstname', 'given')])[1]"/>
    <xsl:sequence select="
        if (not($person/*)) then normalize-space($person)
        else if (exists($whole)) then normalize-space($whole)
        else if (exists($family)) then string-join(($family, $given)/normalize-space(.), ', ')
        else s:words($person)"/>
  </xsl:function>

  <xsl:template name="by-name">
    <!-- What is cited is not what is described. -->
    <xsl:variable name="elements" select="//*[not(ancestor-or-self::*[s:key(.) = ('reflist', 'references', 'bibliography', 'citations', 'citationlist', 'journalmetadata', 'journalissue', 'relateditem', 'relatedidentifiers') or parent::*[s:key(.) eq 'article' and empty(parent::*)] and s:key(.) = ('body', 'back')])]"/>
    <xsl:variable name="titles" select="$elements[s:key(.) = ('title', 'titl', 'maintitle', 'articletitle', 'unittitle', 'titleproper', 'titlemain', 'itemtitle', 'preflabel', 'resourcetitle')][s:words(.) ne '']"/>
    <xsl:variable name="names" select="$elements[s:key(.) = ('name', 'resourcename', 'label', 'displaytitle', 'caption')][s:words(.) ne '']"/>
    <xsl:for-each select="($titles, $names)[1]">
      <dc:title>
        <xsl:copy-of select="@xml:lang"/>
        <xsl:value-of select="substring(s:words(.), 1, $s:longest * 2)"/>
      </dc:title>
    </xsl:for-each>

    <xsl:variable name="creator-names" select="('creator', 'author', 'authenty', 'contrib', 'personname', 'origination')"/>
    <xsl:for-each select="$elements[s:key(.) = $creator-names][not(ancestor::*[s:key(.) = $creator-names])][position() le $s:most]">
      <xsl:variable name="text" select="s:person(.)"/>
      <xsl:if test="string-length($text) le $s:longest">
        <dc:creator><xsl:value-of select="$text"/></dc:creator>
      </xsl:if>
    </xsl:for-each>

    <xsl:for-each select="$elements[not(*)][s:key(.) = ('subject', 'keyword', 'keyw', 'kwd', 'topcclas', 'topic')][position() le $s:most]">
      <dc:subject><xsl:value-of select="substring(normalize-space(.), 1, $s:longest)"/></dc:subject>
    </xsl:for-each>
    <xsl:for-each select="$elements[s:key(.) = ('abstract', 'description', 'summary', 'scopecontent')][not(ancestor::*[s:key(.) = ('abstract', 'description', 'summary', 'scopecontent')])][position() le 5]">
      <dc:description><xsl:copy-of select="@xml:lang"/><xsl:value-of select="s:words(.)"/></dc:description>
    </xsl:for-each>
    <xsl:for-each select="$elements[not(*)][s:key(.) = ('publisher', 'publishername', 'distrbtr')][position() le 5]">
      <dc:publisher><xsl:value-of select="normalize-space(.)"/></dc:publisher>
    </xsl:for-each>
    <xsl:for-each select="$elements[not(*)][s:key(.) = ('date', 'dateissued', 'issued', 'pubdate', 'publicationyear', 'publicationdate', 'dateofpublication', 'year', 'unitdate', 'distdate', 'proddate', 'created', 'datecreated')][matches(., '[0-9]{4}')][string-length(normalize-space(.)) le 40][position() le 5]">
      <dc:date><xsl:value-of select="normalize-space(.)"/></dc:date>
    </xsl:for-each>
    <xsl:for-each select="$elements[s:key(.) = ('resourcetype', 'genre', 'type')][not(*)][position() le 5]">
      <dc:type><xsl:value-of select="(normalize-space(.)[. ne ''], @resourceTypeGeneral/string())[1]"/></dc:type>
    </xsl:for-each>
    <xsl:for-each select="$elements[not(*)][s:key(.) = ('language', 'langmaterial', 'languagecode')][string-length(normalize-space(.)) le 40][position() le 5]">
      <dc:language><xsl:value-of select="(normalize-space(.)[. ne ''], @langcode/string())[1]"/></dc:language>
    </xsl:for-each>
    <xsl:for-each select="$elements[not(*)][s:key(.) = ('doi') or (@identifierType, @pub-id-type, @type) ! lower-case(.) = 'doi'][matches(normalize-space(.), '^10\.[0-9]{4,}')][position() le 3]">
      <dc:identifier><xsl:value-of select="'https://doi.org/' || normalize-space(.)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="$elements[not(*)][contains(s:key(.), 'id') or contains(s:key(.), 'url') or contains(s:key(.), 'uri') or contains(s:key(.), 'link')][matches(normalize-space(.), '^(https?|ftp)://\S+$')][position() le 10]">
      <dc:identifier><xsl:value-of select="normalize-space(.)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="$elements[not(*)][s:key(.) = ('rights', 'license', 'copyright', 'userestrict')][position() le 5]">
      <dc:rights><xsl:value-of select="normalize-space(.)"/></dc:rights>
    </xsl:for-each>
  </xsl:template>

</xsl:stylesheet>
