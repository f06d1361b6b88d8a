<?xml version="1.0" encoding="UTF-8"?>
<!-- METS: hands out the description of the whole object, for the crosswalk of its format. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:m="http://www.loc.gov/METS/" exclude-result-prefixes="xs s m">

  <xsl:include href="container.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="mets" select="(descendant-or-self::m:mets)[1]"/>
    <!-- The whole object is the first division that has a description; the logical structure says more than the pages. -->
    <xsl:variable name="structures" select="$mets/m:structMap"/>
    <xsl:variable name="structures" select="$structures[upper-case(@TYPE) eq 'LOGICAL'], $structures[not(upper-case(@TYPE) eq 'LOGICAL')]"/>
    <xsl:variable name="named" select="($structures ! (descendant::m:div[@DMDID])[1])[1]/tokenize(@DMDID)"/>
    <xsl:variable name="sections" select="$mets/m:dmdSec[@ID = $named], $mets/m:dmdSec[not(@ID = $named)]"/>
    <xsl:variable name="first" select="$sections[s:best(m:mdWrap/m:xmlData/*)][@ID = $named], $sections[s:best(m:mdWrap/m:xmlData/*)]"/>
    <!-- One object may be described in several formats, the best known of which is taken; but not another object. -->
    <xsl:variable name="same" select="if (exists($first[@ID = $named])) then $first[@ID = $named] else $first[1] | $first[1]/(following-sibling::m:dmdSec[@GROUPID][@GROUPID eq $first[1]/@GROUPID])"/>
    <xsl:sequence select="s:unwrapped($same/m:mdWrap/m:xmlData/*, string($mets/@LABEL), string($mets/@OBJID))"/>
  </xsl:template>

</xsl:stylesheet>
