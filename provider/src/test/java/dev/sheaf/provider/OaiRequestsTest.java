package dev.sheaf.provider;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;

import static org.assertj.core.api.Assertions.assertThat;

class OaiRequestsTest {

    private static OaiRequests.Reading read(String query) {
        return OaiRequests.read(OaiQueryString.parse(query), Granularity.DAY);
    }

    @Test
    void wellFormedRequest_isRead() {
        assertThat(read("verb=ListSets")).isEqualTo(new OaiRequests.Reading.Understood(new OaiRequest.ListSets(null)));
    }

    @Test
    void everyFaultOfARequest_isReported() {
        assertThat(read("verb=GetRecord&x=1")).isInstanceOfSatisfying(OaiRequests.Reading.Refused.class,
                refused -> assertThat(refused.errors()).hasSize(3).allMatch(error -> error.is(OaiError.Code.BAD_ARGUMENT)));
    }
}
