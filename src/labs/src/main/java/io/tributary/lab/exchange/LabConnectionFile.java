package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Environment;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.protocol.mllp.AllowedPeers;
import io.tributary.lab.protocol.mllp.MllpClientOptions;
import io.tributary.lab.protocol.mllp.MllpServerOptions;
import io.tributary.outbound.SsrfPolicy;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** File of one link, as the operator writes it; absent parts are null. */
record LabConnectionFile(
    String link,
    String environment,
    String adapter,
    List<String> labs,
    Map<String, String> facilities,
    String onRefusal,
    Dialect hl7,
    Target to,
    Listener at,
    Folders files,
    FhirFile fhir) {
  private static final Duration INITIAL_RECONNECT_DELAY = Duration.ofSeconds(1);
  private static final Duration MAX_RECONNECT_DELAY = Duration.ofMinutes(1);

  record Dialect(
      String service,
      String labApplication,
      String labFacility,
      Hl7Profile.Format format,
      Boolean enhanced,
      String diagnosisSystem,
      String answerStatus,
      Boolean billInAccount,
      Hl7Profile.NotePosition notes,
      String zone,
      String charset,
      Map<String, Interpretation> flags) {}

  record Tls(String caFile, String certFile, String keyFile) {}

  record Target(String host, Integer port, Tls tls, Boolean overVpn) {}

  record Listener(String host, Integer port, Tls tls, Boolean overVpn, List<String> peers) {}

  record Folders(String out, String in, String done) {}

  /**
   * @throws IllegalArgumentException with the configuration error
   */
  LabConnectionProfile toProfile(LabExchangeConfig settings, SsrfPolicy rules) {
    require(
        link != null && link.matches("[a-z0-9_-]{1,40}"),
        "link: must have 1 to 40 characters: a-z, 0-9, _ and -");
    require(
        !LabConnectionProfile.SANDBOX.equals(link)
            && !LabConnectionProfile.SANDBOX_FHIR.equals(link),
        "link: this name is reserved for the sandbox");
    LabConnectionProfile.LabTransportKind kind = kind();
    Environment where =
        Environment.of(orDefault(environment, "production"))
            .orElseThrow(() -> fault("environment: must be sandbox or production"));
    require(
        where == Environment.PRODUCTION,
        "environment: must be production, because the sandbox connects to the simulator only");
    require(labs != null && !labs.isEmpty(), "labs: set at least one slug");
    String refusal = orDefault(onRefusal, "cancel");
    require(
        refusal.equals("cancel") || refusal.equals("hold"), "on_refusal: must be cancel or hold");
    require(
        kind != LabConnectionProfile.LabTransportKind.HL7V2 || to != null,
        "to: required for the adapter hl7v2");
    require(
        kind != LabConnectionProfile.LabTransportKind.FHIR || fhir != null,
        "fhir: required for the adapter fhir");
    require(
        kind != LabConnectionProfile.LabTransportKind.FHIR || at == null || fhir.caller() != null,
        "fhir.caller: set the credentials of the laboratory that sends results");
    require(
        kind != LabConnectionProfile.LabTransportKind.FILES || files != null,
        "files: set the folders out, in and done");
    return new LabConnectionProfile(
        link,
        kind,
        where,
        Set.copyOf(labs),
        facilities == null ? Map.of() : facilities,
        toHl7Profile(where),
        Optional.ofNullable(to).map(t -> toClientOptions(t, settings)),
        Optional.ofNullable(at)
            .map(l -> toServerOptions(l, kind == LabConnectionProfile.LabTransportKind.FHIR)),
        Optional.ofNullable(files).map(LabConnectionFile::toFolders),
        Optional.ofNullable(fhir)
            .filter(f -> kind == LabConnectionProfile.LabTransportKind.FHIR)
            .map(f -> f.toLink(rules)),
        refusal.equals("cancel"));
  }

  private LabConnectionProfile.LabTransportKind kind() {
    return switch (orDefault(adapter, "")) {
      case "hl7v2" -> LabConnectionProfile.LabTransportKind.HL7V2;
      case "files" -> LabConnectionProfile.LabTransportKind.FILES;
      case "fhir" -> LabConnectionProfile.LabTransportKind.FHIR;
      case "manual" -> LabConnectionProfile.LabTransportKind.MANUAL;
      default -> throw fault("adapter: must be hl7v2, fhir, files or manual");
    };
  }

  private Hl7Profile toHl7Profile(Environment where) {
    Dialect d =
        hl7 == null
            ? new Dialect(null, null, null, null, null, null, null, null, null, null, null, null)
            : hl7;
    return new Hl7Profile(
        orDefault(d.service, "TRIBUTARY"),
        orDefault(d.labApplication, "LIS"),
        orDefault(d.labFacility, labs.getFirst()),
        where == Environment.PRODUCTION,
        orDefault(d.format, Hl7Profile.Format.OML_O21),
        orDefault(d.enhanced, false),
        orDefault(d.diagnosisSystem, "I10C"),
        orDefault(d.answerStatus, "O"),
        orDefault(d.billInAccount, false),
        orDefault(d.notes, Hl7Profile.NotePosition.AFTER_PATIENT),
        ZoneId.of(orDefault(d.zone, "UTC")),
        Charset.forName(orDefault(d.charset, StandardCharsets.ISO_8859_1.name())),
        d.flags == null ? Map.of() : new HashMap<>(d.flags));
  }

  private static MllpClientOptions toClientOptions(Target t, LabExchangeConfig settings) {
    require(t.host != null && t.port != null, "to: set host and port");
    Optional<ClientSSLOptions> tls = Optional.empty();
    if (t.tls != null) {
      ClientSSLOptions own = new ClientSSLOptions();
      if (t.tls.caFile != null) {
        own.setTrustOptions(new PemTrustOptions().addCertPath(t.tls.caFile));
      }
      if (t.tls.certFile != null) {
        own.setKeyCertOptions(keyCertOptions(t.tls));
      }
      tls = Optional.of(own);
    }
    return new MllpClientOptions(
        t.host,
        t.port,
        tls,
        orDefault(t.overVpn, false),
        Duration.ofSeconds(10),
        settings.ackTimeout(),
        settings.ackTimeout(),
        INITIAL_RECONNECT_DELAY,
        MAX_RECONNECT_DELAY,
        1,
        16 << 20);
  }

  private static MllpServerOptions toServerOptions(Listener l, boolean asksWho) {
    require(l.port != null, "at: set port");
    Optional<ServerSSLOptions> tls = Optional.empty();
    if (l.tls != null) {
      require(
          l.tls.certFile != null && l.tls.keyFile != null, "at.tls: set cert_file and key_file");
      require(
          asksWho || l.tls.caFile != null || l.peers != null && !l.peers.isEmpty(),
          "at.tls: set ca_file or peers, so that only the laboratory can send results");
      ServerSSLOptions own = new ServerSSLOptions();
      own.setKeyCertOptions(keyCertOptions(l.tls));
      if (l.tls.caFile != null) {
        own.setTrustOptions(new PemTrustOptions().addCertPath(l.tls.caFile));
        own.setClientAuth(ClientAuth.REQUIRED);
      }
      tls = Optional.of(own);
    }
    MllpServerOptions usual = MllpServerOptions.of("127.0.0.1", l.port, Optional.empty());
    return new MllpServerOptions(
        orDefault(l.host, tls.isPresent() ? "0.0.0.0" : "127.0.0.1"),
        l.port,
        tls,
        orDefault(l.overVpn, false),
        AllowedPeers.of(l.peers == null ? List.of() : l.peers),
        usual.frameTimeout(),
        usual.idleTimeout(),
        usual.storeTimeout(),
        usual.maxConnections(),
        usual.maxMessageBytes());
  }

  private static PemKeyCertOptions keyCertOptions(Tls tls) {
    require(tls.keyFile != null, "tls: set key_file together with cert_file");
    return new PemKeyCertOptions().addCertPath(tls.certFile).addKeyPath(tls.keyFile);
  }

  private static LabConnectionProfile.Folders toFolders(Folders f) {
    require(
        f.out != null && f.in != null && f.done != null, "files: set the folders out, in and done");
    return new LabConnectionProfile.Folders(Path.of(f.out), Path.of(f.in), Path.of(f.done));
  }

  private static <T> T orDefault(T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw fault(otherwise);
    }
  }

  private static IllegalArgumentException fault(String text) {
    return new IllegalArgumentException(text);
  }
}
