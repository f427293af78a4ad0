package io.tributary.simulators.lab;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Order under one requisition number, with counters of the messages received for it. */
final class SimOrder {
  /** Ordered test as it was received. */
  record Test(String placer, String code, String name) {}

  /** Fields of a message that the laboratory reads. */
  record Message(
      String[] header,
      String patient,
      String control,
      String sample,
      List<Test> tests,
      Optional<JsonObject> fhir) {
    /**
     * Reads an HL7 message with the standard delimiters, the only ones that this laboratory
     * supports, or a FHIR bundle.
     */
    static Message read(byte[] bytes) {
      if (bytes.length > 0 && bytes[0] == '{') {
        return FhirOrderReader.read(bytes);
      }
      String[] header = {};
      String patient = "PID|1";
      String control = "";
      String sample = "";
      List<Test> tests = new ArrayList<>();
      for (String line : new String(bytes, StandardCharsets.UTF_8).split("\r")) {
        String[] f = line.split("\\|", -1);
        switch (f[0]) {
          case "MSH" -> header = f;
          case "PID" -> patient = line;
          case "ORC" -> {
            control = at(f, 1);
            sample = at(f, 4);
          }
          case "OBR" -> {
            String[] code = at(f, 4).split("\\^", -1);
            tests.add(new Test(at(f, 2), code[0], code.length > 1 ? code[1] : ""));
          }
          default -> {
            // Other segments are ignored.
          }
        }
      }
      return new Message(header, patient, control, sample, tests, Optional.empty());
    }

    /** Returns a field of the MSH segment by its HL7 number. */
    String header(int number) {
      return at(header, number - 1);
    }

    private static String at(String[] f, int i) {
      return i < f.length ? f[i] : "";
    }
  }

  final String sample;
  final Message first;
  final byte[] raw;

  /** Number of deliveries of each order message, by control ID. */
  final Map<String, Integer> placed = new LinkedHashMap<>();

  final Map<String, Integer> cancelled = new LinkedHashMap<>();

  /** Scripts that were started, by ID. */
  final Map<String, Integer> scripts = new HashMap<>();

  int resultsSent;
  int resultsAcknowledged;

  SimOrder(Message message, byte[] raw) {
    this.sample = message.sample();
    this.first = message;
    this.raw = raw;
  }
}
