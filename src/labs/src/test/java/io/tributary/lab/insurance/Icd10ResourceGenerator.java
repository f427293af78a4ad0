package io.tributary.lab.insurance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Generates the diagnosis resource from the official tabular list (XML): {@code
 * Icd10ResourceGenerator <tabular.xml> <release> <out.tsv.gz>}. References that cannot be parsed
 * are printed and left out. src/docs/labs.md names the source of the list.
 */
final class Icd10ResourceGenerator {
  private static final Pattern REFERENCE =
      Pattern.compile("\\(([^()]*[A-Z][0-9][0-9A-Z][^()]*)\\)");
  private static final Pattern CODES =
      Pattern.compile("[A-Z][0-9][0-9A-Z]\\S*(\\s*[,-]?\\s*[A-Z][0-9][0-9A-Z]\\S*)*[,.]?");
  private static final Pattern CODE =
      Pattern.compile("([A-Z][0-9][0-9A-Z](?:\\.[0-9A-Z]{1,4})?)\\.?-?");
  private static final Pattern RANGE =
      Pattern.compile(
          "([A-Z][0-9][0-9A-Z](?:\\.[0-9A-Z]{1,4})?)\\.?-([A-Z][0-9][0-9A-Z](?:\\.[0-9A-Z]{1,4})?)\\.?-?");
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:(5th|fifth)|(6th|sixth)|(7th|seventh))(?: or (sixth))?[ -]character"
              + " (\\w)(?:-(\\w))?");

  private final List<String> unreadableReferences = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();

  public static void main(String[] args) throws Exception {
    Icd10ResourceGenerator g = new Icd10ResourceGenerator();
    try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
      g.read(in, args[1]);
    }
    write(Path.of(args[2]), g.out.toString());
    g.unreadableReferences.forEach(System.out::println);
    System.out.println(g.unreadableReferences.size() + " references left out");
  }

  /** Returns the lines of the resource. */
  static String lines(InputStream tabular, String release) {
    try {
      Icd10ResourceGenerator g = new Icd10ResourceGenerator();
      g.read(tabular, release);
      return g.out.toString();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void write(Path path, String text) throws IOException {
    try (OutputStream file = Files.newOutputStream(path);
        GZIPOutputStream zip =
            new GZIPOutputStream(file) {
              {
                def.setLevel(Deflater.BEST_COMPRESSION);
              }
            };
        Writer writer = new java.io.OutputStreamWriter(zip, StandardCharsets.UTF_8)) {
      writer.write(text);
    }
  }

  private void read(InputStream in, String release) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Element root = factory.newDocumentBuilder().parse(in).getDocumentElement();
    line("R", release);
    for (Element chapter : children(root, "chapter")) {
      String desc = text(chapter, "desc");
      Matcher range = Pattern.compile("\\((\\w{3})-(\\w{3})\\)").matcher(desc);
      if (range.find()) {
        part(chapter, range.group(1), range.group(2));
      }
      boolean causes = range.group(1).equals("V00");
      for (Element section : children(chapter, "section")) {
        String[] ends = section.getAttribute("id").split("-");
        part(section, ends[0], ends[ends.length - 1]);
        children(section, "diag").forEach(d -> entry(d, causes, false));
      }
    }
  }

  private void part(Element e, String low, String high) {
    String first = excludes(e, "excludes1");
    String second = excludes(e, "excludes2");
    if (!first.isEmpty() || !second.isEmpty()) {
      line("S", low, high, first, second);
    }
  }

  /**
   * Adds an entry. A manifestation code has the disease coded first, according to a note and to its
   * title.
   */
  private void entry(Element d, boolean cause, boolean firstElse) {
    boolean afterAnother = firstElse || !children(d, "codeFirst").isEmpty();
    String title = text(d, "desc");
    boolean secondary = cause || afterAnother && title.contains("classified elsewhere");
    line(
        "D",
        plain(text(d, "name")),
        title,
        secondary ? "s" : "",
        seventh(d),
        excludes(d, "excludes1"),
        excludes(d, "excludes2"));
    children(d, "diag").forEach(below -> entry(below, cause, afterAnother));
  }

  private static String seventh(Element d) {
    return children(d, "sevenChrDef").stream()
        .flatMap(s -> children(s, "extension").stream())
        .map(x -> x.getAttribute("char") + "=" + x.getTextContent().strip().replace(';', ','))
        .collect(Collectors.joining(";"));
  }

  private String excludes(Element e, String kind) {
    Set<String> patterns = new LinkedHashSet<>();
    for (Element list : children(e, kind)) {
      for (Element note : children(list, "note")) {
        Matcher m = REFERENCE.matcher(note.getTextContent());
        while (m.find()) {
          patterns.addAll(patterns(m.group(1).strip()));
        }
      }
    }
    return String.join(" ", patterns);
  }

  /**
   * Returns the code patterns of a reference; an unreadable reference is printed and returns an
   * empty list.
   */
  List<String> patterns(String reference) {
    String[] halves = reference.split(",? with ", 2);
    List<String> more = halves.length > 1 ? conditions(halves[1].strip()) : List.of("");
    List<String> out = new ArrayList<>();
    String codes = halves[0].replaceAll("- ?-", "-").replace(" -", "-");
    if (!more.isEmpty() && CODES.matcher(codes).matches()) {
      for (String one : codes.split("[, ]+")) {
        Matcher range = RANGE.matcher(one);
        Matcher code = CODE.matcher(one.replaceAll("\\.$", ""));
        if (range.matches()) {
          more.forEach(c -> out.add(plain(range.group(1)) + "-" + plain(range.group(2)) + c));
        } else if (code.matches()) {
          more.forEach(c -> out.add(plain(code.group(1)) + c));
        } else {
          unreadableReferences.add(reference);
          return List.of();
        }
      }
    }
    if (out.isEmpty()) {
      unreadableReferences.add(reference);
    }
    return out;
  }

  private static List<String> conditions(String text) {
    Matcher place = PLACE.matcher(text);
    if (place.matches()) {
      String at =
          (place.group(1) != null ? "5" : place.group(2) != null ? "6" : "7")
              + (place.group(4) != null ? "6" : "");
      StringBuilder chars = new StringBuilder();
      char last = (place.group(6) == null ? place.group(5) : place.group(6)).charAt(0);
      for (char c = place.group(5).charAt(0); c <= last; c++) {
        chars.append(c);
      }
      return List.of("#" + at + "=" + chars);
    }
    List<String> out = new ArrayList<>();
    for (String one : text.split("[., ]*[, ] *")) {
      Matcher range = Pattern.compile("\\.(\\d+)-\\.(\\d+)").matcher(one);
      if (range.matches()) {
        for (int n = Integer.parseInt(range.group(1)); n <= Integer.parseInt(range.group(2)); n++) {
          out.add("/" + n);
        }
      } else if (one.matches("\\.\\d+-?")) {
        out.add("/" + one.replaceAll("[.-]", ""));
      } else {
        return List.of();
      }
    }
    return out;
  }

  private static String plain(String code) {
    return code.replace(".", "");
  }

  private void line(String... fields) {
    out.append(String.join("\t", fields).replaceAll("\t+$", "")).append('\n');
  }

  private static String text(Element e, String name) {
    return children(e, name).getFirst().getTextContent().strip().replaceAll("\\s+", " ");
  }

  private static List<Element> children(Element e, String name) {
    List<Element> out = new ArrayList<>();
    for (Node n = e.getFirstChild(); n != null; n = n.getNextSibling()) {
      if (n instanceof Element x && x.getTagName().equals(name)) {
        out.add(x);
      }
    }
    return out;
  }
}
