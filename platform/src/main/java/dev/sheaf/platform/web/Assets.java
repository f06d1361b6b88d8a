package dev.sheaf.platform.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;

import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Routes;

/**
 * Style sheet and icon of the pages. Their addresses change with their content, so browsers may cache them permanently and still get every
 * new version at once.
 */
final class Assets {

    static final String STYLE_SHEET = "sheaf.css";
    static final String ICON = "sheaf.svg";

    private record Asset(byte[] bytes, String contentType) {}

    private final Map<String, Asset> assets = new LinkedHashMap<>();
    private final String version;

    Assets() {
        assets.put(STYLE_SHEET, new Asset(read(STYLE_SHEET), "text/css; charset=utf-8"));
        assets.put(ICON, new Asset(read(ICON), "image/svg+xml"));
        CRC32 sum = new CRC32();
        assets.values().forEach(asset -> sum.update(asset.bytes));
        version = HexFormat.of().toHexDigits((int) sum.getValue());
    }

    static byte[] read(String file) {
        try (InputStream in = Assets.class.getResourceAsStream("/web/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the resource web/" + file + " is missing from this build");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String path(String file) {
        return Routes.assets(version, file);
    }

    void serve(Context context) throws IOException {
        Asset asset = assets.get(context.pathParam("file"));
        if (asset == null) {
            throw new NotFoundResponse();
        }
        context.header("Cache-Control", "public, max-age=31536000, immutable");
        CodedBody.write(context, asset.contentType, out -> out.write(asset.bytes));
    }
}
