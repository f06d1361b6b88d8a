<?xml version="1.0" encoding="UTF-8"?>
<!--
  Protocol responses as pages, for browsers that still have XSLT. Everything that came from outside is written as text, never copied: a
  response may hold markup of strangers. {{…}} is filled in by the hub.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:oai="http://www.openarchives.org/OAI/2.0/"
    xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" exclude-result-prefixes="oai oai_dc">
  <xsl:output method="html" encoding="UTF-8" doctype-system="about:legacy-compat"/>

  <xsl:variable name="request" select="/oai:OAI-PMH/oai:request"/>
  <xsl:variable name="verb" select="string($request/@verb)"/>
  <xsl:variable name="prefix">
    <xsl:choose>
      <xsl:when test="$request/@metadataPrefix"><xsl:value-of select="$request/@metadataPrefix"/></xsl:when>
      <xsl:otherwise>oai_dc</xsl:otherwise>
    </xsl:choose>
  </xsl:variable>

  <xsl:template match="/">
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title><xsl:call-template name="heading"/> – Sheaf</title>
        <link rel="stylesheet" href="{{styleSheet}}"/>
      </head>
      <body class="browse">
        <a class="skip" href="#main">Skip to content</a>
        <header class="top"><div class="bar">
          <a class="wordmark" href="{{path}}/"><span>Sheaf</span></a>
          <nav aria-label="Hub"><ul>
            <li><a href="{{path}}/?q=">All records</a></li>
            <li><a href="{{path}}/repositories">Repositories</a></li>
          </ul></nav>
        </div></header>
        <main id="main" tabindex="-1">
          <p class="kicker"><code><xsl:value-of select="$request"/></code></p>
          <h1><xsl:call-template name="heading"/></h1>
          <nav class="verbs" aria-label="Repository"><ul>
            <xsl:call-template name="tab"><xsl:with-param name="of" select="'Identify'"/><xsl:with-param name="label" select="'About'"/></xsl:call-template>
            <xsl:call-template name="tab"><xsl:with-param name="of" select="'ListMetadataFormats'"/><xsl:with-param name="label" select="'Formats'"/></xsl:call-template>
            <xsl:call-template name="tab"><xsl:with-param name="of" select="'ListSets'"/><xsl:with-param name="label" select="'Sets'"/></xsl:call-template>
            <xsl:call-template name="tab"><xsl:with-param name="of" select="'ListRecords'"/><xsl:with-param name="label" select="'Records'"/><xsl:with-param name="more" select="'&amp;metadataPrefix=oai_dc'"/></xsl:call-template>
            <xsl:call-template name="tab"><xsl:with-param name="of" select="'ListIdentifiers'"/><xsl:with-param name="label" select="'Identifiers'"/><xsl:with-param name="more" select="'&amp;metadataPrefix=oai_dc'"/></xsl:call-template>
          </ul></nav>
          <xsl:apply-templates select="/oai:OAI-PMH/*[not(self::oai:responseDate or self::oai:request)]"/>
          <p class="same"><a href="{{path}}/browse{substring-after($request, '{{oai}}')}">The pages of this repository</a>, with forms to ask for more. This page is the answer that harvesters get; your browser's source view shows it as XML.</p>
          <p class="quiet">Answered at <xsl:value-of select="/oai:OAI-PMH/oai:responseDate"/></p>
        </main>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="heading">
    <xsl:choose>
      <xsl:when test="/oai:OAI-PMH/oai:error">This request cannot be answered</xsl:when>
      <xsl:when test="$verb = 'ListMetadataFormats'">Formats</xsl:when>
      <xsl:when test="$verb = 'ListSets'">Sets</xsl:when>
      <xsl:when test="$verb = 'ListIdentifiers'">Identifiers</xsl:when>
      <xsl:when test="$verb = 'ListRecords'">Records</xsl:when>
      <xsl:when test="$verb = 'GetRecord'">Record</xsl:when>
      <xsl:otherwise><xsl:value-of select="/oai:OAI-PMH/oai:Identify/oai:repositoryName"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="tab">
    <xsl:param name="of"/>
    <xsl:param name="label"/>
    <xsl:param name="more"/>
    <li><a href="?verb={$of}{$more}"><xsl:if test="$of = $verb"><xsl:attribute name="aria-current">page</xsl:attribute></xsl:if><xsl:value-of select="$label"/></a></li>
  </xsl:template>

  <xsl:template match="oai:error">
    <div class="note trouble">
      <h2><xsl:value-of select="."/></h2>
      <p class="quiet">Error code <code><xsl:value-of select="@code"/></code></p>
    </div>
  </xsl:template>

  <xsl:template match="oai:Identify">
    <section>
      <h2>About this repository</h2>
      <dl class="fields facts"><xsl:apply-templates select="*[not(self::oai:description)]" mode="fact"/></dl>
    </section>
    <xsl:apply-templates select="oai:description"/>
  </xsl:template>

  <xsl:template match="oai:description | oai:setDescription | oai:about">
    <div class="container">
      <h3><xsl:value-of select="local-name(*)"/></h3>
      <xsl:choose>
        <xsl:when test="oai_dc:dc"><xsl:apply-templates select="oai_dc:dc" mode="dc"/></xsl:when>
        <xsl:otherwise><xsl:call-template name="listing"><xsl:with-param name="of" select="*"/></xsl:call-template></xsl:otherwise>
      </xsl:choose>
    </div>
  </xsl:template>

  <xsl:template match="oai:ListMetadataFormats">
    <ul class="entries">
      <xsl:for-each select="oai:metadataFormat">
        <li>
          <h2><code><xsl:value-of select="oai:metadataPrefix"/></code></h2>
          <p class="details">Namespace <code><xsl:value-of select="oai:metadataNamespace"/></code></p>
          <p class="details">Schema <code><xsl:call-template name="text"><xsl:with-param name="of" select="oai:schema"/></xsl:call-template></code></p>
          <p class="actions">
            <xsl:choose>
              <xsl:when test="$request/@identifier">
                <xsl:call-template name="record-link">
                  <xsl:with-param name="identifier" select="$request/@identifier"/>
                  <xsl:with-param name="format" select="oai:metadataPrefix"/>
                  <xsl:with-param name="label" select="concat('The record in ', oai:metadataPrefix)"/>
                </xsl:call-template>
              </xsl:when>
              <xsl:otherwise>
                <a href="?verb=ListRecords&amp;metadataPrefix={oai:metadataPrefix}">Records<span class="hidden"> in <xsl:value-of select="oai:metadataPrefix"/></span></a>
                <a href="?verb=ListIdentifiers&amp;metadataPrefix={oai:metadataPrefix}">Identifiers<span class="hidden"> of records in <xsl:value-of select="oai:metadataPrefix"/></span></a>
              </xsl:otherwise>
            </xsl:choose>
          </p>
        </li>
      </xsl:for-each>
    </ul>
  </xsl:template>

  <xsl:template match="oai:ListSets">
    <ul class="entries plain">
      <xsl:for-each select="oai:set">
        <li>
          <p><a href="?verb=ListRecords&amp;metadataPrefix=oai_dc&amp;set={oai:setSpec}"><xsl:value-of select="oai:setName"/></a><xsl:text> </xsl:text><code><xsl:value-of select="oai:setSpec"/></code></p>
          <xsl:apply-templates select="oai:setDescription"/>
        </li>
      </xsl:for-each>
    </ul>
    <xsl:apply-templates select="oai:resumptionToken"/>
  </xsl:template>

  <xsl:template match="oai:ListIdentifiers">
    <ol class="entries plain">
      <xsl:for-each select="oai:header"><li><xsl:apply-templates select="."/></li></xsl:for-each>
    </ol>
    <xsl:apply-templates select="oai:resumptionToken"/>
  </xsl:template>

  <xsl:template match="oai:ListRecords | oai:GetRecord">
    <ol class="entries">
      <xsl:for-each select="oai:record">
        <li>
          <h2><xsl:choose>
            <xsl:when test="oai:metadata/oai_dc:dc/*[local-name() = 'title']"><xsl:value-of select="oai:metadata/oai_dc:dc/*[local-name() = 'title'][1]"/></xsl:when>
            <xsl:otherwise><xsl:value-of select="oai:header/oai:identifier"/></xsl:otherwise>
          </xsl:choose></h2>
          <xsl:apply-templates select="oai:header"/>
          <xsl:choose>
            <xsl:when test="oai:metadata/oai_dc:dc"><xsl:apply-templates select="oai:metadata/oai_dc:dc" mode="dc"/></xsl:when>
            <xsl:when test="oai:metadata/*"><xsl:call-template name="listing"><xsl:with-param name="of" select="oai:metadata/*"/></xsl:call-template></xsl:when>
          </xsl:choose>
          <xsl:apply-templates select="oai:about"/>
          <xsl:if test="$verb = 'GetRecord' and string-length(oai:header/oai:identifier) &lt; 1000">
            <p class="actions"><a><xsl:attribute name="href">?verb=ListMetadataFormats&amp;identifier=<xsl:call-template name="encoded"><xsl:with-param name="text" select="oai:header/oai:identifier"/></xsl:call-template></xsl:attribute>Formats of this record</a></p>
          </xsl:if>
        </li>
      </xsl:for-each>
    </ol>
    <xsl:apply-templates select="oai:resumptionToken"/>
  </xsl:template>

  <xsl:template match="oai:header">
    <p><xsl:call-template name="record-link">
      <xsl:with-param name="identifier" select="oai:identifier"/>
      <xsl:with-param name="format" select="$prefix"/>
      <xsl:with-param name="label" select="oai:identifier"/>
    </xsl:call-template></p>
    <p class="details">
      <xsl:value-of select="oai:datestamp"/>
      <xsl:if test="@status = 'deleted'"><strong class="gone">withdrawn</strong></xsl:if>
      <span class="sets"><xsl:for-each select="oai:setSpec">
        <a href="?verb=ListRecords&amp;metadataPrefix={$prefix}&amp;set={.}"><code><xsl:value-of select="."/></code></a><xsl:text> </xsl:text>
      </xsl:for-each></span>
    </p>
  </xsl:template>

  <xsl:template match="oai:resumptionToken">
    <nav class="pages" aria-label="Pages"><ul>
      <xsl:if test="string(.)"><li><a rel="next" href="?verb={$verb}&amp;resumptionToken={.}">Next page</a></li></xsl:if>
      <li class="gap"><xsl:if test="@cursor">from <xsl:value-of select="@cursor + 1"/></xsl:if><xsl:if test="@completeListSize"> of <xsl:value-of select="@completeListSize"/></xsl:if></li>
    </ul></nav>
  </xsl:template>

  <!-- Label and value. -->
  <xsl:template match="*" mode="fact">
    <div><dt><xsl:value-of select="local-name()"/></dt><dd><xsl:call-template name="text"><xsl:with-param name="of" select="."/></xsl:call-template></dd></div>
  </xsl:template>

  <xsl:template match="oai_dc:dc" mode="dc">
    <dl class="fields"><xsl:apply-templates select="*" mode="fact"/></dl>
  </xsl:template>

  <!-- A text; an address on the web becomes a link, and nothing else does. -->
  <xsl:template name="text">
    <xsl:param name="of"/>
    <xsl:variable name="text" select="normalize-space($of)"/>
    <xsl:choose>
      <xsl:when test="(starts-with($text, 'http://') or starts-with($text, 'https://')) and not(contains($text, ' '))">
        <a href="{$text}" rel="external noopener nofollow"><xsl:value-of select="$text"/></a>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$of"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="record-link">
    <xsl:param name="identifier"/>
    <xsl:param name="format"/>
    <xsl:param name="label"/>
    <xsl:choose>
      <!-- Each replaced character is a call within a call, and processors end at some thousand. -->
      <xsl:when test="string-length($identifier) &lt; 1000">
        <a><xsl:attribute name="href">?verb=GetRecord&amp;identifier=<xsl:call-template name="encoded"><xsl:with-param name="text" select="$identifier"/></xsl:call-template>&amp;metadataPrefix=<xsl:value-of select="$format"/></xsl:attribute><xsl:value-of select="$label"/></a>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$label"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- Text for the query of an address: what means something there is percent-encoded, the browser does the rest. -->
  <xsl:template name="encoded">
    <xsl:param name="text"/>
    <xsl:param name="from" select="'%&amp;+#'"/>
    <xsl:param name="to" select="'25262B23'"/>
    <xsl:choose>
      <xsl:when test="not($from)"><xsl:value-of select="$text"/></xsl:when>
      <xsl:when test="contains($text, substring($from, 1, 1))">
        <xsl:call-template name="encoded">
          <xsl:with-param name="text" select="substring-before($text, substring($from, 1, 1))"/>
          <xsl:with-param name="from" select="substring($from, 2)"/>
          <xsl:with-param name="to" select="substring($to, 3)"/>
        </xsl:call-template>
        <xsl:text>%</xsl:text><xsl:value-of select="substring($to, 1, 2)"/>
        <xsl:call-template name="encoded">
          <xsl:with-param name="text" select="substring-after($text, substring($from, 1, 1))"/>
          <xsl:with-param name="from" select="$from"/>
          <xsl:with-param name="to" select="$to"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise>
        <xsl:call-template name="encoded">
          <xsl:with-param name="text" select="$text"/>
          <xsl:with-param name="from" select="substring($from, 2)"/>
          <xsl:with-param name="to" select="substring($to, 3)"/>
        </xsl:call-template>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- XML as text. -->
  <xsl:template name="listing">
    <xsl:param name="of"/>
    <pre class="xml" tabindex="0" role="region" aria-label="XML"><code><xsl:apply-templates select="$of" mode="xml"><xsl:with-param name="indent" select="''"/></xsl:apply-templates></code></pre>
  </xsl:template>

  <xsl:template match="*" mode="xml">
    <xsl:param name="indent"/>
    <xsl:value-of select="$indent"/>
    <span class="t">&lt;<xsl:value-of select="name()"/></span>
    <xsl:if test="namespace-uri() != namespace-uri(..)"><xsl:text> </xsl:text><span class="n">xmlns<xsl:if test="contains(name(), ':')">:<xsl:value-of select="substring-before(name(), ':')"/></xsl:if>=</span><span class="v">"<xsl:value-of select="namespace-uri()"/>"</span></xsl:if>
    <xsl:for-each select="@*"><xsl:text> </xsl:text><span class="n"><xsl:value-of select="name()"/>=</span><span class="v">"<xsl:value-of select="."/>"</span></xsl:for-each>
    <xsl:choose>
      <xsl:when test="*">
        <span class="t">&gt;</span><xsl:text>&#10;</xsl:text>
        <xsl:apply-templates select="node()" mode="xml"><xsl:with-param name="indent" select="concat($indent, '  ')"/></xsl:apply-templates>
        <xsl:value-of select="$indent"/><span class="t">&lt;/<xsl:value-of select="name()"/>&gt;</span>
      </xsl:when>
      <xsl:when test="string(.)"><span class="t">&gt;</span><xsl:value-of select="."/><span class="t">&lt;/<xsl:value-of select="name()"/>&gt;</span></xsl:when>
      <xsl:otherwise><span class="t">/&gt;</span></xsl:otherwise>
    </xsl:choose>
    <xsl:text>&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="text()" mode="xml">
    <xsl:param name="indent"/>
    <xsl:if test="normalize-space()"><xsl:value-of select="concat($indent, normalize-space(), '&#10;')"/></xsl:if>
  </xsl:template>

  <xsl:template match="comment() | processing-instruction()" mode="xml"/>
</xsl:stylesheet>
