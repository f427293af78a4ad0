package io.tributary.report.extract;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingColor;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingColorN;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingColorSpace;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingDeviceCMYKColor;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingDeviceGrayColor;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingDeviceRGBColor;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.graphics.state.PDGraphicsState;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;

/** Collects the text that one page of a PDF draws. Use one instance per page. */
final class GlyphCollector extends PDFTextStripper {
  /** Limit on glyphs per page, above what any printed page holds. */
  private static final int MAX_GLYPHS = 60_000;

  private static final double WHITE = 0.9;
  private static final double INVISIBLE = 0.05;

  /** Glyphs by their writing direction on the unrotated page. */
  private final Map<Direction, List<Glyph>> found = new EnumMap<>(Direction.class);

  private final FontCheck fonts = new FontCheck();
  private PDPage page;
  private double images;

  private enum Direction {
    RIGHT(0),
    UP(90),
    LEFT(180),
    DOWN(270);

    private final int degrees;

    Direction(int degrees) {
      this.degrees = degrees;
    }

    private static Direction of(float degrees) {
      return values()[Math.floorMod(Math.round(degrees / 90), 4)];
    }
  }

  private GlyphCollector() {
    addOperator(new SetNonStrokingColorSpace(this));
    addOperator(new SetNonStrokingColor(this));
    addOperator(new SetNonStrokingColorN(this));
    addOperator(new SetNonStrokingDeviceGrayColor(this));
    addOperator(new SetNonStrokingDeviceRGBColor(this));
    addOperator(new SetNonStrokingDeviceCMYKColor(this));
  }

  /**
   * @param number page number, from 1
   */
  static TextLayer read(PDDocument document, int number) throws IOException {
    GlyphCollector collector = new GlyphCollector();
    collector.page = document.getPage(number - 1);
    collector.setStartPage(number);
    collector.setEndPage(number);
    collector.writeText(document, Writer.nullWriter());
    return collector.layer();
  }

  private TextLayer layer() {
    Direction upright = Direction.RIGHT;
    for (Direction direction : Direction.values()) {
      if (count(direction) > count(upright)) {
        upright = direction;
      }
    }
    PDRectangle box = page.getCropBox();
    boolean lying = upright.degrees % 180 != 0;
    double width = lying ? box.getHeight() : box.getWidth();
    double height = lying ? box.getWidth() : box.getHeight();
    List<Glyph> inside =
        found.getOrDefault(upright, List.of()).stream()
            .filter(g -> g.right() > 0 && g.left() < width)
            .filter(g -> g.baseline() > 0 && g.baseline() - g.size() < height)
            .toList();
    double area = box.getWidth() * box.getHeight();
    return new TextLayer(
        width,
        height,
        Math.floorMod(upright.degrees - page.getRotation(), 360),
        inside,
        fonts.unknown(),
        fonts.falseDigits(),
        Math.min(1, images / area));
  }

  private int count(Direction direction) {
    return found.getOrDefault(direction, List.of()).size();
  }

  @Override
  protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
    boolean inline = operator.getName().equals(OperatorName.BEGIN_INLINE_IMAGE);
    if (inline || operator.getName().equals(OperatorName.DRAW_OBJECT) && isImage(operands)) {
      images += covered(getGraphicsState().getCurrentTransformationMatrix());
      return;
    }
    super.processOperator(operator, operands);
  }

  private boolean isImage(List<COSBase> operands) {
    PDResources resources = getResources();
    return resources != null
        && !operands.isEmpty()
        && operands.get(0) instanceof COSName name
        && resources.isImageXObject(name);
  }

  private double covered(Matrix place) {
    Rectangle2D box =
        place
            .createAffineTransform()
            .createTransformedShape(new Rectangle2D.Double(0, 0, 1, 1))
            .getBounds2D();
    PDRectangle crop = page.getCropBox();
    Rectangle2D seen =
        box.createIntersection(
            new Rectangle2D.Double(
                crop.getLowerLeftX(), crop.getLowerLeftY(), crop.getWidth(), crop.getHeight()));
    return seen.isEmpty() ? 0 : seen.getWidth() * seen.getHeight();
  }

  @Override
  protected void showGlyph(Matrix place, PDFont font, int code, Vector displacement)
      throws IOException {
    fonts.count(font, code);
    super.showGlyph(place, font, code, displacement);
  }

  @Override
  protected void processTextPosition(TextPosition t) {
    String text = GlyphNormalizer.normalize(t.getUnicode() == null ? "" : t.getUnicode());
    Matrix m = t.getTextMatrix();
    // Negative where the page is upside down.
    double size = Math.abs(t.getYScale());
    if (text.isEmpty() || size <= 0 || !Double.isFinite(size) || isDiagonal(m)) {
      return;
    }
    List<Glyph> glyphs =
        found.computeIfAbsent(Direction.of(t.getDir()), direction -> new ArrayList<>());
    if (glyphs.size() > MAX_GLYPHS) {
      return;
    }
    double left = t.getXDirAdj();
    glyphs.add(
        new Glyph(
            text,
            left,
            left + t.getWidthDirAdj(),
            t.getYDirAdj(),
            size,
            fonts.isBoldFont(t.getFont()) || thick(),
            shade()));
  }

  private static boolean isDiagonal(Matrix m) {
    double angle = Math.toDegrees(Math.atan2(m.getShearY(), m.getScaleX()));
    double off = Math.abs(angle - 90 * Math.round(angle / 90));
    return off > 6;
  }

  private boolean thick() {
    RenderingMode mode = getGraphicsState().getTextState().getRenderingMode();
    return mode == RenderingMode.FILL_STROKE || mode == RenderingMode.FILL_STROKE_CLIP;
  }

  private Glyph.Shade shade() {
    PDGraphicsState state = getGraphicsState();
    RenderingMode mode = state.getTextState().getRenderingMode();
    if (!mode.isFill() && !mode.isStroke() || state.getNonStrokeAlphaConstant() < INVISIBLE) {
      return Glyph.Shade.INVISIBLE;
    }
    return mode.isFill() && isPale(state) ? Glyph.Shade.PALE : Glyph.Shade.DARK;
  }

  private static boolean isPale(PDGraphicsState state) {
    try {
      int rgb = state.getNonStrokingColor().toRGB();
      double light = (0.3 * (rgb >> 16 & 255) + 0.59 * (rgb >> 8 & 255) + 0.11 * (rgb & 255)) / 255;
      return light > WHITE;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
