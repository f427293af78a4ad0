package io.tributary.lab.exchange;

import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * FHIR settings of a link.
 *
 * @param profiles profile of each laboratory of the link, by slug
 * @param target the laboratory's base URL; empty = the simulator
 * @param tls trusted certificates of the laboratory, and our client certificate
 * @param login our credential at the laboratory
 * @param callerLogin credential that the laboratory sends with results; empty = it does not push
 *     results
 * @param pollInterval interval of polling for the results of open orders; empty = results are
 *     pushed
 */
public record FhirLink(
    Function<String, FhirProfile> profiles,
    Optional<TargetUrl> target,
    Optional<ClientSSLOptions> tls,
    Optional<FhirLogin> login,
    Optional<FhirLogin> callerLogin,
    Optional<Duration> pollInterval) {}
