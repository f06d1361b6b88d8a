package dev.sheaf.bench.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The bill of materials that is shipped with the program names what is shipped, and nothing else. */
class SbomTest {

    @Test
    void billOfMaterials_listsEachJarWithItsHash() throws IOException, NoSuchAlgorithmException {
        Path bill = Distribution.bill();
        Sbom sbom = Sbom.read(bill);
        Map<String, String> listed = new TreeMap<>();
        for (Sbom.Component component : sbom.components()) {
            assertThat(listed.put(fileName(component), component.hashes().getOrDefault("SHA-256", "no hash")))
                    .as("%s is named once", component).isNull();
        }
        Map<String, String> shipped = new TreeMap<>();
        for (Path jar : Distribution.jars()) {
            shipped.put(jar.getFileName().toString(),
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar))));
        }
        // The program itself is the subject of the bill, to which CycloneDX gives no hash.
        assertThat(shipped.remove(fileName(sbom.subject()))).as("the program itself").isNotNull();
        assertThat(listed).isEqualTo(shipped);
    }

    @Test
    void everyComponent_hasALicence() {
        Sbom sbom = Sbom.read(Distribution.bill());
        assertThat(sbom.components()).allSatisfy(component -> assertThat(component.licences()).as("%s", component).isNotEmpty());
        assertThat(sbom.subject().licences()).containsExactly("Apache-2.0");
    }

    @Test
    void twoBuilds_writeEqualBillsOfMaterials() throws IOException {
        JsonNode root = JsonMapper.shared().readTree(Files.readAllBytes(Distribution.bill()));
        assertThat(root.has("serialNumber")).as("a serial number").isFalse();
        assertThat(root.path("metadata").has("timestamp")).as("a time").isFalse();
        assertThat(root.toString()).doesNotContain(Path.of("..").toAbsolutePath().normalize().toString());
    }

    private static String fileName(Sbom.Component component) {
        String classifier = component.purl().contains("classifier=")
                ? "-" + component.purl().replaceFirst(".*classifier=([^&]+).*", "$1")
                : "";
        return component.name() + "-" + component.version() + classifier + ".jar";
    }
}
