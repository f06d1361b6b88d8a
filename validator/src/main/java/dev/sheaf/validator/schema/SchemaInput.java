package dev.sheaf.validator.schema;

import java.io.InputStream;
import java.io.Reader;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;

/**
 * A document that a resolver of schemas found. It can be read once, and not be changed.
 *
 * @param publicId null for none
 * @param systemId address of the document
 * @param base address of the document that refers to it; null for none
 * @param bytes of the document
 */
public record SchemaInput(@Nullable String publicId, String systemId, @Nullable String base,
        InputStream bytes) implements LSInput {
    @Override
    public @Nullable Reader getCharacterStream() {
        return null;
    }

    @Override
    public void setCharacterStream(Reader characterStream) {
        throw new UnsupportedOperationException();
    }

    @Override
    public InputStream getByteStream() {
        return bytes;
    }

    @Override
    public void setByteStream(InputStream byteStream) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String getStringData() {
        return null;
    }

    @Override
    public void setStringData(String stringData) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getSystemId() {
        return systemId;
    }

    @Override
    public void setSystemId(String systemId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String getPublicId() {
        return publicId;
    }

    @Override
    public void setPublicId(String publicId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String getBaseURI() {
        return base;
    }

    @Override
    public void setBaseURI(String baseURI) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String getEncoding() {
        return null;
    }

    @Override
    public void setEncoding(String encoding) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean getCertifiedText() {
        return false;
    }

    @Override
    public void setCertifiedText(boolean certifiedText) {
        throw new UnsupportedOperationException();
    }
}
