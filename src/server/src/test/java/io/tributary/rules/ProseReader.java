package io.tributary.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the prose of a file: comments of code, paragraphs of documents, texts of the API. */
final class ProseReader {
  private static final Pattern LIST_ITEM = Pattern.compile("\\s*([-*+]|\\d+\\.|#+|>)\\s.*");
  private static final Pattern COMMENT_SIGN = Pattern.compile("^\\s*#+!?");

  private static final Pattern API_TEXT =
      Pattern.compile("\"(?:summary|description)\": *\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private ProseReader() {}

  /** Returns the kind of prose in the file, or null if it has none. */
  static Rule rule(SourceFile file) {
    String path = file.path();
    if (file.java()) {
      return Rule.PROSE_JAVA;
    } else if (path.endsWith(".md")) {
      return Rule.PROSE_MARKDOWN;
    } else if (path.endsWith(".sql")) {
      return Rule.PROSE_SQL;
    } else if (path.matches(".*\\.(js|css|html)")) {
      return Rule.PROSE_WEB;
    } else if (path.endsWith(".json")) {
      return Rule.PROSE_OPENAPI;
    } else if (file.script() || path.matches(".*\\.(properties|ya?ml|xml|service|conf)")) {
      return Rule.PROSE_SCRIPTS;
    }
    return null;
  }

  static List<Paragraph> paragraphs(SourceFile file) {
    String path = file.path();
    if (file.java() || path.endsWith(".js")) {
      return CommentReader.read(file.text(), true);
    } else if (path.endsWith(".css")) {
      return CommentReader.read(file.text(), false);
    } else if (path.endsWith(".md")) {
      return markdown(file.text());
    } else if (path.endsWith(".json")) {
      return openApi(file);
    } else if (path.endsWith(".xml") || path.endsWith(".html")) {
      return blocks(file, "<!--", "-->");
    } else if (path.endsWith(".sql")) {
      return lineComments(file.text(), Pattern.compile("^.*?--"));
    }
    return lineComments(file.text(), COMMENT_SIGN);
  }

  /** Returns comments that extend from a sign to the end of the line, consecutive lines joined. */
  private static List<Paragraph> lineComments(String text, Pattern sign) {
    List<Paragraph> out = new ArrayList<>();
    Paragraph open = new Paragraph();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      var m = sign.matcher(lines[i]);
      String comment = m.find() ? lines[i].substring(m.end()) : "";
      if (comment.isBlank()) {
        open = close(out, open);
      }
      open.add(i + 1, comment);
    }
    close(out, open);
    return out;
  }

  private static List<Paragraph> blocks(SourceFile file, String start, String end) {
    List<Paragraph> out = new ArrayList<>();
    String text = file.text();
    for (int from = text.indexOf(start); from >= 0; from = text.indexOf(start, from + 1)) {
      int to = text.indexOf(end, from);
      Paragraph paragraph = new Paragraph();
      int line = file.line(from);
      for (String part : text.substring(from + start.length(), to).split("\n", -1)) {
        paragraph.add(line++, part);
      }
      close(out, paragraph);
    }
    return out;
  }

  /** Returns paragraphs, list items and table cells; code is left out. */
  private static List<Paragraph> markdown(String text) {
    List<Paragraph> out = new ArrayList<>();
    Paragraph open = new Paragraph();
    boolean code = false;
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      if (line.strip().startsWith("```")) {
        code = !code;
        line = "";
      }
      if (code || line.isBlank() || line.startsWith("|") || LIST_ITEM.matcher(line).matches()) {
        open = close(out, open);
      }
      if (line.startsWith("|")) {
        for (String cell : line.split("(?<!\\\\)\\|")) {
          open.add(i + 1, withoutCode(cell));
          open = close(out, open);
        }
      } else if (!code) {
        open.add(i + 1, withoutCode(line.replaceFirst("^\\s*([-*+]|\\d+\\.|#+|>)\\s", "")));
      }
    }
    close(out, open);
    return out;
  }

  private static String withoutCode(String line) {
    return line.replaceAll("`[^`]*`", "code");
  }

  private static List<Paragraph> openApi(SourceFile file) {
    List<Paragraph> out = new ArrayList<>();
    int line = 1;
    for (String row : file.text().split("\n", -1)) {
      var m = API_TEXT.matcher(row);
      while (m.find()) {
        Paragraph paragraph = new Paragraph();
        paragraph.add(line, m.group(1).replace("\\n", " ").replace("\\\"", "\""));
        close(out, paragraph);
      }
      line++;
    }
    return out;
  }

  /** Adds the paragraph unless it is empty, and returns the next one. */
  private static Paragraph close(List<Paragraph> out, Paragraph paragraph) {
    if (paragraph.isEmpty()) {
      return paragraph;
    }
    out.add(paragraph);
    return new Paragraph();
  }
}
