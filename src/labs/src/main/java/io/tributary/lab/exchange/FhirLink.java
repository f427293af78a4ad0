package io.tributary.lab.exchange;

import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a link over FHIR has of its own.
 *
 * @param dialects of each laboratory of the link, by slug
 * @param to the laboratory's base; empty = the simulator, wherever it listens
 * @param tls whom the laboratory's certificate is believed, and our own
 * @param login by which the laboratory knows us
 * @param caller by which we know the laboratory; empty = nobody brings results
 * @param poll pace of asking for the results of open orders; empty = they are brought
 */
public record FhirLink(
    Function<String, FhirProfile> dialects,
    Optional<TargetUrl> to,
    Optional<ClientSSLOptions> tls,
    Optional<FhirLogin> login,
    Optional<FhirLogin> caller,
    Optional<Duration> poll) {}
