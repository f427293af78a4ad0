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
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  record Dialect(
      String service,
      String labApplication,
      String labFacility,
      Hl7Profile.Format format,
      Boolean enhanced,
      String diagnosisSystem,
      String answerStatus,
      Boolean billInAccount,
      Hl7Profile.NotePlace notes,
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
  LabConnectionProfile profile(LabExchangeConfig settings, SsrfPolicy rules) {
    need(link != null && link.matches("[a-z0-9_-]{1,40}"), "link: a short name in small letters");
    need(
        !LabConnectionProfile.SANDBOX.equals(link)
            && !LabConnectionProfile.SANDBOX_FHIR.equals(link),
        "link: this name is taken by the sandbox");
    LabConnectionProfile.Kind kind = kind();
    Environment where =
        Environment.of(or(environment, "production"))
            .orElseThrow(() -> fault("environment: sandbox or production"));
    need(where == Environment.PRODUCTION, "environment: the sandbox talks to the simulator only");
    need(labs != null && !labs.isEmpty(), "labs: at least one slug");
    String refusal = or(onRefusal, "cancel");
    need(refusal.equals("cancel") || refusal.equals("hold"), "on_refusal: cancel or hold");
    need(kind != LabConnectionProfile.Kind.HL7V2 || to != null, "to: where orders go");
    need(kind != LabConnectionProfile.Kind.FHIR || fhir != null, "fhir: where orders go, and how");
    need(
        kind != LabConnectionProfile.Kind.FHIR || at == null || fhir.caller() != null,
        "fhir.caller: by what the laboratory is known that brings results");
    need(
        kind != LabConnectionProfile.Kind.FILES || files != null,
        "files: the folders out, in and done");
    return new LabConnectionProfile(
        link,
        kind,
        where,
        Set.copyOf(labs),
        facilities == null ? Map.of() : facilities,
        dialect(where),
        Optional.ofNullable(to).map(t -> target(t, settings)),
        Optional.ofNullable(at).map(l -> listener(l, kind == LabConnectionProfile.Kind.FHIR)),
        Optional.ofNullable(files).map(LabConnectionFile::folders),
        Optional.ofNullable(fhir)
            .filter(f -> kind == LabConnectionProfile.Kind.FHIR)
            .map(f -> f.link(rules)),
        refusal.equals("cancel"));
  }

  private LabConnectionProfile.Kind kind() {
    return switch (or(adapter, "")) {
      case "hl7v2" -> LabConnectionProfile.Kind.HL7V2;
      case "files" -> LabConnectionProfile.Kind.FILES;
      case "fhir" -> LabConnectionProfile.Kind.FHIR;
      case "manual" -> LabConnectionProfile.Kind.MANUAL;
      default -> throw fault("adapter: hl7v2, fhir, files or manual");
    };
  }

  private Hl7Profile dialect(Environment where) {
    Dialect d =
        hl7 == null
            ? new Dialect(null, null, null, null, null, null, null, null, null, null, null, null)
            : hl7;
    return new Hl7Profile(
        or(d.service, "TRIBUTARY"),
        or(d.labApplication, "LIS"),
        or(d.labFacility, labs.getFirst()),
        where == Environment.PRODUCTION,
        or(d.format, Hl7Profile.Format.OML_O21),
        or(d.enhanced, false),
        or(d.diagnosisSystem, "I10C"),
        or(d.answerStatus, "O"),
        or(d.billInAccount, false),
        or(d.notes, Hl7Profile.NotePlace.AFTER_PATIENT),
        ZoneId.of(or(d.zone, "UTC")),
        Charset.forName(or(d.charset, StandardCharsets.ISO_8859_1.name())),
        d.flags == null ? Map.of() : new HashMap<>(d.flags));
  }

  private static MllpClientOptions target(Target t, LabExchangeConfig settings) {
    need(t.host != null && t.port != null, "to: host and port");
    Optional<ClientSSLOptions> tls = Optional.empty();
    if (t.tls != null) {
      ClientSSLOptions own = new ClientSSLOptions();
      if (t.tls.caFile != null) {
        own.setTrustOptions(new PemTrustOptions().addCertPath(t.tls.caFile));
      }
      if (t.tls.certFile != null) {
        own.setKeyCertOptions(keys(t.tls));
      }
      tls = Optional.of(own);
    }
    return new MllpClientOptions(
        t.host,
        t.port,
        tls,
        or(t.overVpn, false),
        Duration.ofSeconds(10),
        settings.answerTimeout(),
        settings.answerTimeout(),
        FIRST_PAUSE,
        LONGEST_PAUSE,
        1,
        16 << 20);
  }

  private static MllpServerOptions listener(Listener l, boolean asksWho) {
    need(l.port != null, "at: port");
    Optional<ServerSSLOptions> tls = Optional.empty();
    if (l.tls != null) {
      need(l.tls.certFile != null && l.tls.keyFile != null, "at.tls: cert_file and key_file");
      need(
          asksWho || l.tls.caFile != null || l.peers != null && !l.peers.isEmpty(),
          "at.tls: ca_file, or peers: else anybody could bring results");
      ServerSSLOptions own = new ServerSSLOptions();
      own.setKeyCertOptions(keys(l.tls));
      if (l.tls.caFile != null) {
        own.setTrustOptions(new PemTrustOptions().addCertPath(l.tls.caFile));
        own.setClientAuth(ClientAuth.REQUIRED);
      }
      tls = Optional.of(own);
    }
    MllpServerOptions usual = MllpServerOptions.at("127.0.0.1", l.port, Optional.empty());
    return new MllpServerOptions(
        or(l.host, tls.isPresent() ? "0.0.0.0" : "127.0.0.1"),
        l.port,
        tls,
        or(l.overVpn, false),
        AllowedPeers.of(l.peers == null ? List.of() : l.peers),
        usual.frameTimeout(),
        usual.idleTimeout(),
        usual.storeTimeout(),
        usual.mostConnections(),
        usual.maxMessage());
  }

  private static PemKeyCertOptions keys(Tls tls) {
    need(tls.keyFile != null, "tls: key_file of cert_file");
    return new PemKeyCertOptions().addCertPath(tls.certFile).addKeyPath(tls.keyFile);
  }

  private static LabConnectionProfile.Folders folders(Folders f) {
    need(f.out != null && f.in != null && f.done != null, "files: the folders out, in and done");
    return new LabConnectionProfile.Folders(Path.of(f.out), Path.of(f.in), Path.of(f.done));
  }

  private static <T> T or(T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private static void need(boolean holds, String otherwise) {
    if (!holds) {
      throw fault(otherwise);
    }
  }

  private static IllegalArgumentException fault(String text) {
    return new IllegalArgumentException(text);
  }
}
