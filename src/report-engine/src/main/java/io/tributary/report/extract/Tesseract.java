package io.tributary.report.extract;

import static org.bytedeco.tesseract.global.tesseract.RIL_WORD;

import io.tributary.report.page.BoundingBox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.tesseract.ResultIterator;
import org.bytedeco.tesseract.StringVector;
import org.bytedeco.tesseract.TessBaseAPI;

/** Tesseract engine with one model in memory. Not thread-safe. */
final class Tesseract implements AutoCloseable {
  /** Page layout that the engine should assume. */
  enum Layout {
    BLOCK(6),
    COLUMN(4),
    SPARSE(11),
    PAGE(3),
    LINE(7),
    WORD(8);

    private final int mode;

    Layout(int mode) {
      this.mode = mode;
    }
  }

  /** Recognized word, in pixels of the image; confidence from 0 to 1. */
  record OcrWord(String text, BoundingBox box, double confidence) {}

  private static final int LSTM_ONLY = 1;
  private static final int RESOLUTION = 300;

  private final TessBaseAPI api = new TessBaseAPI();

  private Tesseract(byte[] model, String language, int mode) {
    try (BytePointer data = new BytePointer(model);
        BytePointer name = new BytePointer(language);
        StringVector none = new StringVector()) {
      int failed =
          api.Init(
              data, model.length, name, mode, (PointerPointer<?>) null, 0, none, none, false, null);
      if (failed != 0) {
        throw new IllegalStateException("cannot initialize Tesseract for language " + language);
      }
    }
    api.SetVariable("debug_file", "/dev/null");
    api.SetVariable("tessedit_do_invert", "0");
  }

  /** Creates an engine with the English model. */
  static Tesseract english() {
    return new Tesseract(resource("/tessdata/eng.traineddata"), "eng", LSTM_ONLY);
  }

  private static byte[] resource(String name) {
    try (InputStream in = Tesseract.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<OcrWord> words(Bitmap picture, Layout layout) {
    api.SetPageSegMode(layout.mode);
    api.SetImage(picture.pix());
    api.SetSourceResolution(RESOLUTION);
    return recognizedWords();
  }

  List<OcrWord> words(Bitmap picture, int left, int top, int width, int height, Layout layout) {
    api.SetPageSegMode(layout.mode);
    api.SetImage(picture.pix());
    api.SetSourceResolution(RESOLUTION);
    api.SetRectangle(left, top, width, height);
    return recognizedWords();
  }

  private List<OcrWord> recognizedWords() {
    List<OcrWord> out = new ArrayList<>();
    if (api.Recognize(null) == 0) {
      try (ResultIterator at = api.GetIterator()) {
        if (at != null && !at.isNull()) {
          do {
            toWord(at).ifPresent(out::add);
          } while (at.Next(RIL_WORD));
        }
      }
    }
    api.Clear();
    return out;
  }

  private static Optional<OcrWord> toWord(ResultIterator at) {
    String text = text(at);
    int[] left = new int[1];
    int[] top = new int[1];
    int[] right = new int[1];
    int[] bottom = new int[1];
    if (text.isBlank() || !at.BoundingBox(RIL_WORD, left, top, right, bottom)) {
      return Optional.empty();
    }
    double confidence = Math.clamp(at.Confidence(RIL_WORD) / 100, 0, 1);
    BoundingBox box = new BoundingBox(left[0], top[0], right[0], bottom[0]);
    return Optional.of(new OcrWord(text.strip(), box, confidence));
  }

  private static String text(ResultIterator at) {
    try (BytePointer utf8 = at.GetUTF8Text(RIL_WORD)) {
      return utf8 == null || utf8.isNull() ? "" : utf8.getString(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    api.End();
    api.close();
  }
}
