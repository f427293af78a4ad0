package io.tributary.lab.exchange;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Environment;
import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.protocol.mllp.MllpServerOptions;
import io.tributary.outbound.SsrfPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Registry of the links to laboratories: those of the configuration files and the sandbox's. */
final class LabConnections {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(JsonParser.Feature.ALLOW_COMMENTS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();

  private static final String SERVICE = "TRIBUTARY";

  /** Namespace of the sandbox's identifiers; never resolved. */
  private static final String SANDBOX_SYSTEM = "https://sandbox.tributary.invalid/lab";

  /**
   * Token that the simulator requires, so that a caller without a credential is rejected there too.
   */
  private static final String SIMULATOR_TOKEN = "simulator";

  private final List<LabConnectionProfile> all;

  private LabConnections(List<LabConnectionProfile> all) {
    this.all = List.copyOf(all);
  }

  /**
   * Reads the folder of links; a missing folder contains none.
   *
   * @param rules addresses that may be called
   * @param sandboxCaller credential with which the simulator pushes results over FHIR
   * @throws IllegalArgumentException naming every invalid file
   */
  static LabConnections load(
      LabExchangeConfig settings, SsrfPolicy rules, FhirLogin sandboxCaller) {
    List<LabConnectionProfile> out = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    sandboxFhirLink(settings, sandboxCaller).ifPresent(out::add);
    out.add(sandboxLink(settings));
    for (Path file : files(settings.connectionsDir())) {
      try {
        out.add(
            MAPPER
                .readValue(Files.readAllBytes(file), LabConnectionFile.class)
                .toProfile(settings, rules));
      } catch (JsonProcessingException e) {
        faults.add(file.getFileName() + ": " + e.getOriginalMessage());
      } catch (IllegalArgumentException | java.time.DateTimeException e) {
        faults.add(file.getFileName() + ": " + e.getMessage());
      } catch (IOException e) {
        faults.add(file.getFileName() + ": cannot be read");
      }
    }
    checkConflicts(out, faults);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          "invalid lab connection files:\n" + String.join("\n", faults));
    }
    return new LabConnections(out);
  }

  private static List<Path> files(String folder) {
    if (folder.isEmpty() || !Files.isDirectory(Path.of(folder))) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(Path.of(folder))) {
      return list.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void checkConflicts(List<LabConnectionProfile> all, List<String> faults) {
    Set<String> names = new HashSet<>();
    Set<String> labs = new HashSet<>();
    for (LabConnectionProfile l : all) {
      if (!names.add(l.name())) {
        faults.add("duplicate link name: " + l.name());
      }
      for (String lab : l.labSlugs()) {
        if (!labs.add(l.environment() + "/" + lab)) {
          faults.add("several links serve " + lab);
        }
      }
    }
  }

  /**
   * Separate link for the sandbox laboratories that use FHIR. It is matched before the general
   * sandbox link.
   */
  private static Optional<LabConnectionProfile> sandboxFhirLink(
      LabExchangeConfig settings, FhirLogin caller) {
    if (settings.sandboxFhir().isEmpty()) {
      return Optional.empty();
    }
    int port = settings.sandboxPort() == 0 ? 0 : settings.sandboxPort() + 1;
    return Optional.of(
        new LabConnectionProfile(
            LabConnectionProfile.SANDBOX_FHIR,
            LabConnectionProfile.LabTransportKind.FHIR,
            Environment.SANDBOX,
            Set.copyOf(settings.sandboxFhir()),
            Map.of(),
            sandboxProfile(""),
            Optional.empty(),
            Optional.of(MllpServerOptions.of(settings.sandboxHost(), port, Optional.empty())),
            Optional.empty(),
            Optional.of(
                new FhirLink(
                    lab ->
                        new FhirProfile(SANDBOX_SYSTEM, "", lab, false, ZoneOffset.UTC, Map.of()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(FhirLogin.bearer(SIMULATOR_TOKEN)),
                    Optional.of(caller),
                    Optional.empty())),
            true));
  }

  private static LabConnectionProfile sandboxLink(LabExchangeConfig settings) {
    return new LabConnectionProfile(
        LabConnectionProfile.SANDBOX,
        LabConnectionProfile.LabTransportKind.SIMULATOR,
        Environment.SANDBOX,
        Set.of(),
        Map.of(),
        sandboxProfile(""),
        Optional.empty(),
        Optional.of(
            MllpServerOptions.of(settings.sandboxHost(), settings.sandboxPort(), Optional.empty())),
        Optional.empty(),
        Optional.empty(),
        true);
  }

  /** The simulator represents every laboratory; the receiving facility selects one. */
  private static Hl7Profile sandboxProfile(String lab) {
    Hl7Profile u = Hl7Profile.defaults(SERVICE, "SIMULATOR", lab);
    return new Hl7Profile(
        u.ourApplication(),
        u.labApplication(),
        u.labFacility(),
        false,
        u.format(),
        u.enhanced(),
        u.diagnosisSystem(),
        u.answerStatus(),
        u.billCodeInAccount(),
        u.notePosition(),
        u.defaultZone(),
        u.defaultCharset(),
        u.flags());
  }

  List<LabConnectionProfile> all() {
    return all;
  }

  Optional<LabConnectionProfile> find(Environment environment, String lab) {
    return LabConnectionProfile.find(all, environment, lab);
  }

  Optional<LabConnectionProfile> findByName(String name) {
    return all.stream().filter(l -> l.name().equals(name)).findFirst();
  }

  static LabAdapter newAdapter(LabConnectionProfile link) {
    return switch (link.kind()) {
      case SIMULATOR -> new Hl7Adapter(LabConnections::sandboxProfile, link.hl7());
      case FHIR -> {
        FhirLink fhir = link.fhir().orElseThrow();
        String any = link.labSlugs().iterator().next();
        yield new FhirAdapter(fhir.profiles(), fhir.profiles().apply(any));
      }
      case HL7V2, FILES, MANUAL -> new Hl7Adapter(lab -> link.hl7(), link.hl7());
    };
  }
}
