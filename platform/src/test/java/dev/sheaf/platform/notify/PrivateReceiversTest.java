package dev.sheaf.platform.notify;

import java.net.http.HttpResponse;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A hub goes to no private network because a stranger says so. */
class PrivateReceiversTest extends SyncFixture {

    @Override
    boolean privateReceivers() {
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/", "http://localhost:9/", "http://10.0.0.1/", "http://192.168.1.1/x",
            "http://169.254.169.254/",
            "http://[::1]/", "http://0.0.0.0/", "http://2130706433/"})
    void receiversInPrivateNetworksAreRefused(String callback) throws Exception {
        HttpResponse<byte[]> response = new Call("POST", "").signedWith(null)
                .body("hub.mode=subscribe&hub.topic=" + url() + "/oai&hub.callback=" + callback).send();

        assertThat(response.statusCode()).as(text(response)).isEqualTo(400);
    }
}
