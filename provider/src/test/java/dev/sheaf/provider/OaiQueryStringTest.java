package dev.sheaf.provider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.provider.OaiArguments.Argument;

import static org.assertj.core.api.Assertions.assertThat;

class OaiQueryStringTest {

    @Test
    void arguments_keepTheirOrderAndRepetitions() {
        assertThat(OaiQueryString.parse("b=1&a=2&b=3")).isEqualTo(OaiArguments.of("b", "1", "a", "2", "b", "3"));
    }

    @Test
    void queryAndForm_areJoined() {
        assertThat(OaiQueryString.parse("verb=Identify", "verb=ListSets").values("verb")).containsExactly("Identify", "ListSets");
        assertThat(OaiQueryString.parse(null, "verb=ListSets").values("verb")).containsExactly("ListSets");
        assertThat(OaiQueryString.parse((String) null).list()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "a+b, `a b`",
            "a%20b, `a b`",
            "a%2Bb, a+b",
            "oai%3Ax%2F1, oai:x/1",
            "oai:x/1?y, oai:x/1?y",
            "a=b=c, a=b=c",
            "%C3%A9t%c3%a9, été",
            "%F0%9D%84%9E, 𝄞",
            "100%25, 100%",
            "é%20é, `é é`"})
    void argumentsAsHarvestersSendThem_areDecoded(String encoded, String decoded) {
        assertThat(OaiQueryString.parse("identifier=" + encoded).values("identifier")).containsExactly(decoded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "a%2", "100%&b=1", "%-1", "%C3", "%C3%28", "%ED%A0%80", "%FF"})
    void undecodableArgument_isKeptWithTheReason(String encoded) {
        Argument argument = OaiQueryString.parse("identifier=" + encoded).list().getFirst();

        assertThat(argument.fault()).isNotBlank();
        assertThat(argument.value()).isEqualTo(encoded.split("&")[0]);
    }

    @Test
    void keys_areDecodedToo() {
        assertThat(OaiQueryString.parse("metadata%50refix=oai_dc").values("metadataPrefix")).containsExactly("oai_dc");
        assertThat(OaiQueryString.parse("ver%b=Identify").list().getFirst().fault()).isNotBlank();
    }

    @Test
    void emptyParts_becomeEmptyArguments() {
        assertThat(OaiQueryString.parse("&&verb=Identify&&")).isEqualTo(OaiArguments.of("verb", "Identify"));
        assertThat(OaiQueryString.parse("junk&=x&from=")).isEqualTo(OaiArguments.of("junk", "", "", "x", "from", ""));
    }
}
