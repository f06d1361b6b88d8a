package dev.sheaf.harvester.discovery;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.xml.OaiFormatException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class AddressListTest {

    /** Collects the entries of a list. */
    private static final class Taken implements AddressReceiver {

        private final List<ListedAddress> addresses = new ArrayList<>();
        private final List<String> invalid = new ArrayList<>();

        @Override
        public void address(ListedAddress address) {
            addresses.add(address);
        }

        @Override
        public void invalid(long line, String reason) {
            invalid.add(line + ": " + reason);
        }

        List<String> urls() {
            return addresses.stream().map(address -> address.baseUrl().toString()).toList();
        }
    }

    private static Taken read(String list) throws IOException, OaiFormatException {
        return read(new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)));
    }

    private static Taken read(InputStream list) throws IOException, OaiFormatException {
        Taken taken = new Taken();
        AddressList.read(list, taken);
        return taken;
    }

    @Test
    void listWithOneAddressPerLine_isRead() throws Exception {
        Taken taken = read(
                "\ufeff# repositories we know\r\nhttps://a.example.org/oai\r\n\r\n  http://b.example.org/oai?verb=Identify \nhttps://c.example.org/?journal=x,y;z");
        assertThat(taken.urls()).containsExactly("https://a.example.org/oai", "http://b.example.org/oai",
                "https://c.example.org/?journal=x,y;z");
        assertThat(taken.addresses).extracting(ListedAddress::line).containsExactly(2L, 4L, 5L);
        assertThat(taken.invalid).isEmpty();
    }

    @Test
    void lineWithoutAnAddress_isReportedWithItsNumber_andTheOthersAreRead() throws Exception {
        Taken taken = read(
                "https://a.example.org/oai\nrepository.example.org\nhttps://b.example.org/x /oai\nhttps://c.example.org/oai\n"
                        + "ftp://d.example.org/oai\nhttps://user:secret@e.example.org/oai\n" + "x".repeat(100_000)
                        + "\nhttps://f.example.org/");
        assertThat(taken.urls()).containsExactly("https://a.example.org/oai", "https://c.example.org/oai",
                "https://f.example.org/");
        assertThat(taken.invalid).hasSize(5);
        assertThat(taken.invalid.getFirst())
                .isEqualTo("2: 'repository.example.org' is not a base URL: it starts with http:// or https://");
        assertThat(taken.invalid.get(1)).startsWith("3: 'https://b.example.org/x /oai' is not an address");
        assertThat(taken.invalid.get(3)).startsWith("6: ").doesNotContain("secret");
        assertThat(taken.invalid.getLast()).startsWith("7: ").hasSizeLessThan(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "base_url\\tcomplete_list_size|https://a.example.org/oai\\t599|https://a.example.org/oai|",
            "Name\\tOAI base URL|Rivers\\thttps://a.example.org/oai|https://a.example.org/oai|Rivers",
            "id,title,url|1,\"Rivers, and \"\"lakes\"\"\",https://a.example.org/oai|https://a.example.org/oai|Rivers, and \"lakes\"",
            "title;endpoint|Rivers;https://a.example.org/oai|https://a.example.org/oai|Rivers",
            "url|https://a.example.org/oai?a=1,2|https://a.example.org/oai?a=1,2|",
            "# none|12\\tRivers\\thttps://a.example.org/oai\\t5|https://a.example.org/oai|",
            "# none|\"Rivers, lakes\",https://a.example.org/oai,7|https://a.example.org/oai|"})
    void columnOfAddressesInATable_isFound(String heading, String row, String url, String name) throws Exception {
        Taken taken = read(heading.replace("\\t", "\t") + "\n" + row.replace("\\t", "\t") + "\n");
        assertThat(taken.invalid).isEmpty();
        assertThat(taken.urls()).containsExactly(url);
        assertThat(taken.addresses.getFirst().name()).isEqualTo(name);
    }

    @Test
    void listFriendsFile_isRead() throws Exception {
        Taken taken = read("""
                <?xml version="1.0" encoding="ISO-8859-1"?>
                <BaseURLs number="3">
                <baseURL id="a.example.org">https://a.example.org/oai?x=1&amp;y=2</baseURL>
                <baseURL>nowhere</baseURL>
                <baseURL><![CDATA[http://b.example.org/oai]]></baseURL>
                </BaseURLs>""");
        assertThat(taken.urls()).containsExactly("https://a.example.org/oai?x=1&y=2", "http://b.example.org/oai");
        assertThat(taken.addresses).extracting(ListedAddress::line).containsExactly(3L, 5L);
        assertThat(taken.invalid).singleElement().asString().startsWith("4: 'nowhere'");
    }

    @Test
    void opmlIsRead() throws Exception {
        Taken taken = read("""
                <opml version="2.0"><head><title>Ours</title></head><body><outline text="Universities">
                <outline text="Rivers" xmlUrl="https://a.example.org/oai" htmlUrl="https://a.example.org/"/>
                <outline title="Lakes" text="l" XMLURL="https://b.example.org/oai"/></outline></body></opml>""");
        assertThat(taken.urls()).containsExactly("https://a.example.org/oai", "https://b.example.org/oai");
        assertThat(taken.addresses).extracting(ListedAddress::name).containsExactly("Rivers", "Lakes");
    }

    @Test
    void friendsContainerAndRegistryEntry_areRead() throws Exception {
        assertThat(
                read("""
                        <friends xmlns="http://www.openarchives.org/OAI/2.0/friends/"><baseURL>https://a.example.org/oai</baseURL></friends>""")
                        .urls())
                .containsExactly("https://a.example.org/oai");
        assertThat(
                read("""
                        <r3d:repository xmlns:r3d="http://www.re3data.org/schema/2-2"><r3d:api apiType="REST">https://a.example.org/api</r3d:api>
                        <r3d:api apiType="OAI-PMH">https://a.example.org/oai</r3d:api></r3d:repository>""")
                        .urls())
                .containsExactly("https://a.example.org/oai");
    }

    @Test
    void compressedList_isRead() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("https://a.example.org/oai\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(new ByteArrayInputStream(packed.toByteArray())).urls()).containsExactly("https://a.example.org/oai");
    }

    @Test
    void entriesBeforeAFault_areReturned_andTheFaultIsReported() {
        Taken taken = new Taken();
        assertThatThrownBy(() -> AddressList.read(new ByteArrayInputStream(
                "<BaseURLs>\n<baseURL>https://a.example.org/oai</baseURL>\n<baseURL>https://b.example"
                        .getBytes(StandardCharsets.UTF_8)),
                taken)).isInstanceOf(OaiFormatException.class).hasMessageContaining("line 3");
        assertThat(taken.urls()).containsExactly("https://a.example.org/oai");
        assertThatThrownBy(() -> read("<!DOCTYPE html><html/>")).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("DOCTYPE");
    }

    @Test
    void listOfTenThousand_isReadAsAStream() throws Exception {
        // Never in memory as a whole: the stream makes its lines when asked.
        InputStream lines = InputStream.nullInputStream();
        List<InputStream> parts = new ArrayList<>(List.of(lines));
        for (int i = 0; i < 10_000; i++) {
            parts.add(new ByteArrayInputStream((i % 100 == 99 ? "none " + i + "\n" : "https://r" + i + ".example.org/oai\n")
                    .getBytes(StandardCharsets.UTF_8)));
        }
        Taken taken = read(new SequenceInputStream(Collections.enumeration(parts)));
        assertThat(taken.addresses).hasSize(9_900);
        assertThat(taken.invalid).hasSize(100);
        assertThat(taken.invalid.getLast()).startsWith("10000: 'none 9999'");
    }

    @ParameterizedTest
    @CsvSource({"../testkit/samples/sources, ListFriends.xml.gz, 8, endpoint-sizes.tsv.gz, 3",
            "../../shared/data/sources, ListFriends-2025-10-08.xml.gz, 7103, endpoint-sizes-2025-09-16.tsv.gz, 15845"})
    void listsOfRegistries_areReadCompletely(Path sources, String registry, int registered, String measured, int lines)
            throws Exception {
        assumeTrue(Files.isDirectory(sources), "skipped: the recorded lists are not beside this checkout, in ../shared/data");
        try (InputStream friends = Files.newInputStream(sources.resolve(registry));
                InputStream table = Files.newInputStream(sources.resolve(measured))) {
            Taken listFriends = read(friends);
            Taken sizes = read(table);
            System.out.println("ListFriends: " + listFriends.addresses.size() + " addresses, invalid: " + listFriends.invalid);
            System.out.println("table: " + sizes.addresses.size() + " addresses, invalid: " + sizes.invalid);
            assertThat(listFriends.addresses.size() + listFriends.invalid.size()).isEqualTo(registered);
            assertThat(sizes.addresses.size() + sizes.invalid.size()).isEqualTo(lines);
            assertThat(listFriends.invalid.size() + sizes.invalid.size()).isLessThan(50);
        }
    }

    /** Minutes when each quotation mark looks at the whole cell before it. */
    @Test
    void cellsOfManyQuotationMarks_areReadInSeconds() {
        String list = "name,url\n" + ("a" + "\"".repeat(65_000) + "\n").repeat(200) + "b,https://a.example.org/oai\n";

        Taken taken = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> read(list));

        assertThat(taken.urls()).containsExactly("https://a.example.org/oai");
        assertThat(taken.invalid).hasSize(200);
    }
}
