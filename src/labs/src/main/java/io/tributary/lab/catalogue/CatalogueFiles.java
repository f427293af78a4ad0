package io.tributary.lab.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tributary.core.Encryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files of the catalogue: one of LOINC codes and one per lab. All of them are read and validated
 * before anything is stored.
 */
record CatalogueFiles(LoadedFile<LoincFile> loinc, List<LoadedFile<LabFile>> labs) {
  private static final String LOINC = "loinc.json";

  /** Files of the folder that are not labs. Other features read them, except for the LOINC file. */
  private static final Set<String> OTHER_FILES =
      Set.of(LOINC, "accounts.json", "payors.json", "places.json");

  /** Increment when the meaning of the files changes, so that unchanged files are stored again. */
  private static final String FORMAT_VERSION = "1";

  private static final int MAX_ERRORS = 50;

  /**
   * A validated file.
   *
   * @param hash changes with the meaning of the file, including the LOINC codes that it uses
   */
  record LoadedFile<T>(String name, String hash, T content) {}

  CatalogueFiles {
    labs = List.copyOf(labs);
  }

  /**
   * @throws IllegalStateException naming every error of every file
   */
  static CatalogueFiles read(Path folder) {
    List<String> faults = new ArrayList<>();
    LoadedFile<LoincFile> codes = loinc(folder, faults);
    Set<String> known =
        codes.content().loinc().stream().map(LoincFile.Entry::code).collect(Collectors.toSet());
    List<LoadedFile<LabFile>> labs = new ArrayList<>();
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      String text = readText(file);
      LabFile lab = parse(name, text, LabFile.class, faults);
      if (lab != null) {
        faults.addAll(LabFileCheck.validationErrors(name, lab, known));
        labs.add(new LoadedFile<>(name, hash(text + codes.hash()), lab));
      }
    }
    checkDuplicates(labs, faults);
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the lab catalog has "
              + faults.size()
              + " fault(s):\n"
              + String.join("\n", faults.stream().limit(MAX_ERRORS).toList()));
    }
    return new CatalogueFiles(codes, labs);
  }

  private static LoadedFile<LoincFile> loinc(Path folder, List<String> faults) {
    Path path = folder.resolve(LOINC);
    String text = Files.exists(path) ? readText(path) : "{}";
    LoincFile file = parse(LOINC, text, LoincFile.class, faults);
    LoincFile codes = file == null ? new LoincFile("", List.of()) : file;
    Set<String> seen = new HashSet<>();
    for (LoincFile.Entry e : codes.loinc()) {
      if (!LoincFile.isValidCode(e.code())) {
        faults.add(LOINC + ": " + e.code() + " is not a LOINC code: its check digit is wrong");
      }
      if (!seen.add(e.code())) {
        faults.add(LOINC + ": " + e.code() + " is listed twice");
      }
      if (e.name() == null || e.name().isBlank() || e.component() == null) {
        faults.add(LOINC + ": " + e.code() + " needs name and component");
      }
    }
    return new LoadedFile<>(LOINC, hash(text), codes);
  }

  private static void checkDuplicates(List<LoadedFile<LabFile>> labs, List<String> faults) {
    Map<String, String> slugs = new HashMap<>();
    Map<UUID, String> tests = new HashMap<>();
    for (LoadedFile<LabFile> l : labs) {
      if (l.content().lab() != null) {
        String other = slugs.put(l.content().lab().slug(), l.name());
        if (other != null) {
          faults.add(l.name() + ": lab: slug is used by " + other + " too");
        }
      }
      for (LabFile.TestEntry t : l.content().labTests()) {
        String other = tests.put(t.id(), l.name());
        if (other != null && !other.equals(l.name())) {
          faults.add(l.name() + ": lab test " + t.slug() + ": id is used in " + other + " too");
        }
      }
    }
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(p -> p.getFileName().toString().endsWith(".json"))
          .filter(p -> !OTHER_FILES.contains(p.getFileName().toString()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String readText(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static <T> T parse(String name, String text, Class<T> type, List<String> faults) {
    try {
      return CatalogueFile.MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      faults.add(name + ": " + e.getOriginalMessage() + where);
      return null;
    }
  }

  private static String hash(String text) {
    return HexFormat.of().formatHex(Encryption.sha256(FORMAT_VERSION + text));
  }
}
