<?xml version="1.0" encoding="UTF-8"?>
<!-- METS: hands out the description of the whole object, for the crosswalk of its format. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" exclude-result-prefixes="xs s">

  <xsl:include href="container.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="mets" select="(descendant-or-self::*:mets)[1]"/>
    <!-- The whole object is the first division that has a description; the logical structure says more than the pages. -->
    <xsl:variable name="structures" select="$mets/*:structMap"/>
    <xsl:variable name="structures" select="$structures[upper-case(@TYPE) eq 'LOGICAL'], $structures[not(upper-case(@TYPE) eq 'LOGICAL')]"/>
    <xsl:variable name="named" select="($structures ! (descendant::*:div[@DMDID])[1])[1]/tokenize(@DMDID)"/>
    <xsl:variable name="sections" select="$mets/*:dmdSec[@ID = $named], $mets/*:dmdSec[not(@ID = $named)]"/>
    <xsl:variable name="first" select="$sections[s:best(*:mdWrap/*:xmlData/*)][@ID = $named], $sections[s:best(*:mdWrap/*:xmlData/*)]"/>
    <!-- One object may be described in several formats, the best known of which is taken; but not another object. -->
    <xsl:variable name="same" select="if (exists($first[@ID = $named])) then $first[@ID = $named] else $first[1] | $first[1]/(following-sibling::*:dmdSec[@GROUPID][@GROUPID eq $first[1]/@GROUPID])"/>
    <xsl:sequence select="s:unwrapped($same/*:mdWrap/*:xmlData/*, string($mets/@LABEL), string($mets/@OBJID))"/>
  </xsl:template>

</xsl:stylesheet>
