package dev.sheaf.fulltext.ciff;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Random;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.fulltext.TermVector;

import static org.assertj.core.api.Assertions.assertThat;

/** Files as the library of Protocol Buffers reads and writes them, by the definition of the format. */
class ProtocolBuffersTest {

    @TempDir
    private Path folder;

    private static DescriptorProto message(String name, Object... fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (int i = 0; i < fields.length; i += 2) {
            FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder().setName((String) fields[i])
                    .setNumber(i / 2 + 1)
                    .setLabel(fields[i + 1] instanceof String
                            ? FieldDescriptorProto.Label.LABEL_REPEATED
                            : FieldDescriptorProto.Label.LABEL_OPTIONAL);
            message.addField(fields[i + 1] instanceof String typeName
                    ? field.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(typeName)
                    : field.setType((FieldDescriptorProto.Type) fields[i + 1]));
        }
        return message.build();
    }

    private static FileDescriptor format() throws Exception {
        return FileDescriptor.buildFrom(FileDescriptorProto.newBuilder().setName("ciff.proto").setSyntax("proto3")
                .addMessageType(message("Header", "version", FieldDescriptorProto.Type.TYPE_INT32, "num_postings_lists",
                        FieldDescriptorProto.Type.TYPE_INT32, "num_docs",
                        FieldDescriptorProto.Type.TYPE_INT32, "total_postings_lists", FieldDescriptorProto.Type.TYPE_INT32,
                        "total_docs", FieldDescriptorProto.Type.TYPE_INT32,
                        "total_terms_in_collection", FieldDescriptorProto.Type.TYPE_INT64, "average_doclength",
                        FieldDescriptorProto.Type.TYPE_DOUBLE, "description",
                        FieldDescriptorProto.Type.TYPE_STRING))
                .addMessageType(message("Posting", "docid", FieldDescriptorProto.Type.TYPE_INT32, "tf",
                        FieldDescriptorProto.Type.TYPE_INT32))
                .addMessageType(message("PostingsList", "term", FieldDescriptorProto.Type.TYPE_STRING, "df",
                        FieldDescriptorProto.Type.TYPE_INT64, "cf", FieldDescriptorProto.Type.TYPE_INT64,
                        "postings", ".Posting"))
                .addMessageType(message("DocRecord", "docid", FieldDescriptorProto.Type.TYPE_INT32, "collection_docid",
                        FieldDescriptorProto.Type.TYPE_STRING, "doclength",
                        FieldDescriptorProto.Type.TYPE_INT32))
                .build(), new FileDescriptor[]{});
    }

    @Test
    void ourFile_isReadByTheLibrary_whichWritesTheSameBytes() throws Exception {
        FileDescriptor format = format();
        byte[] file = file();
        InputStream in = new ByteArrayInputStream(file);
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        DynamicMessage header = copy(format.findMessageTypeByName("Header"), in, again);
        assertThat(number(header, "num_docs")).isEqualTo(500);
        assertThat(header.getField(header.getDescriptorForType().findFieldByName("description"))).isEqualTo("B\u00fccher");
        double average = (double) header.getField(header.getDescriptorForType().findFieldByName("average_doclength"));
        assertThat(average).isEqualTo(number(header, "total_terms_in_collection") / 500.0);
        for (long i = number(header, "num_postings_lists"); i > 0; i--) {
            DynamicMessage list = copy(format.findMessageTypeByName("PostingsList"), in, again);
            FieldDescriptor postings = list.getDescriptorForType().findFieldByName("postings");
            long tokens = 0;
            long document = 0;
            for (int j = 0; j < list.getRepeatedFieldCount(postings); j++) {
                DynamicMessage posting = (DynamicMessage) list.getRepeatedField(postings, j);
                tokens += number(posting, "tf");
                document += number(posting, "docid");
            }
            assertThat(number(list, "cf")).isEqualTo(tokens);
            assertThat(number(list, "df")).isEqualTo(list.getRepeatedFieldCount(postings));
            assertThat(document).isLessThan(500);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(number(copy(format.findMessageTypeByName("DocRecord"), in, again), "docid")).isEqualTo(i);
        }
        assertThat(in.read()).isNegative();
        assertThat(again.toByteArray()).isEqualTo(file);
    }

    private static long number(DynamicMessage message, String field) {
        return ((Number) message.getField(message.getDescriptorForType().findFieldByName(field))).longValue();
    }

    private static DynamicMessage copy(Descriptor type, InputStream in, ByteArrayOutputStream out) throws Exception {
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
        assertThat(builder.mergeDelimitedFrom(in)).isTrue();
        DynamicMessage message = builder.build();
        message.writeDelimitedTo(out);
        return message;
    }

    private byte[] file() throws Exception {
        Random random = new Random(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffBuilder builder = new CiffBuilder(folder, 1 << 20)) {
            for (int i = 0; i < 500; i++) {
                TermVector.Builder terms = new TermVector.Builder();
                for (int j = random.nextInt(40); j > 0; j--) {
                    terms.add(Character.toString('a' + random.nextInt(500)), 1 + random.nextInt(300));
                }
                builder.add("document " + i, terms.length(random.nextInt(10_000)).build());
            }
            builder.writeTo(out, "B\u00fccher");
        }
        return out.toByteArray();
    }
}
