package io.tributary.lab.exchange;

import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.outbound.OutboundTrust;
import io.tributary.outbound.SsrfPolicy;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** FHIR section of a link's file, as the operator writes it; absent parts are null. */
record FhirFile(
    String url,
    String system,
    String codes,
    String zone,
    LabConnectionFile.Tls tls,
    Login login,
    Login caller,
    Integer pollMinutes,
    Map<String, Interpretation> flags) {
  private static final int MAX_SECRET_LENGTH = 8 << 10;

  /** Credentials: a token, or a user with a password. Secrets are stored in separate files. */
  record Login(String tokenFile, String user, String passwordFile) {
    FhirLogin read(String where) {
      if (tokenFile != null && user == null && passwordFile == null) {
        return FhirLogin.bearer(readSecret(where, tokenFile));
      }
      require(
          tokenFile == null && user != null && !user.contains(":") && passwordFile != null,
          where + ": set token_file, or user and password_file");
      return FhirLogin.basic(user, readSecret(where, passwordFile));
    }

    private static String readSecret(String where, String file) {
      try {
        Path path = Path.of(file);
        require(Files.size(path) <= MAX_SECRET_LENGTH, where + ": the file is too long");
        String text = Files.readString(path).strip();
        require(
            text.matches("[\\x21-\\x7e][\\x20-\\x7e]*"), where + ": the file contains no secret");
        return text;
      } catch (IOException e) {
        throw new IllegalArgumentException(where + ": the file cannot be read", e);
      }
    }
  }

  /**
   * @param rules addresses that may be called
   * @throws IllegalArgumentException with the configuration error
   */
  FhirLink toLink(SsrfPolicy rules) {
    require(url != null, "fhir.url: set the FHIR base URL of the laboratory");
    rules
        .validationError(url, false)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException("fhir.url: " + why);
            });
    require(
        system != null && system.matches("https?://[!-~]+[^/]"),
        "fhir.system: set a URL of yours without a trailing slash, under which your identifiers are"
            + " named");
    require(pollMinutes == null || pollMinutes > 0, "fhir.poll_minutes: must be at least 1");
    ZoneId where = ZoneId.of(zone == null ? "UTC" : zone);
    Map<String, Interpretation> own = flags == null ? Map.of() : new HashMap<>(flags);
    String codeSystem = codes == null ? "" : codes;
    return new FhirLink(
        lab -> new FhirProfile(system, codeSystem, lab, true, where, own),
        Optional.of(targetUrl()),
        Optional.of(ssl()),
        Optional.ofNullable(login).map(l -> l.read("fhir.login")),
        Optional.ofNullable(caller).map(l -> l.read("fhir.caller")),
        Optional.ofNullable(pollMinutes).map(Duration::ofMinutes));
  }

  private TargetUrl targetUrl() {
    try {
      return TargetUrl.parse(url);
    } catch (TargetUrl.InvalidUrlException e) {
      throw new IllegalArgumentException("fhir.url: " + e.getMessage(), e);
    }
  }

  private ClientSSLOptions ssl() {
    ClientSSLOptions out = new ClientSSLOptions();
    out.setTrustOptions(
        OutboundTrust.load(tls == null || tls.caFile() == null ? "" : tls.caFile()));
    if (tls != null && tls.certFile() != null) {
      require(tls.keyFile() != null, "fhir.tls: set key_file together with cert_file");
      out.setKeyCertOptions(
          new PemKeyCertOptions().addCertPath(tls.certFile()).addKeyPath(tls.keyFile()));
    }
    return out;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
