// nearfield-read-ifc SECONDS GIGABYTES: a separate program that reads IFC with ifcplusplus, which crashes on some bad
// files. Standard input is a file with the text; the building is written as bytes to standard output. Progress from 0
// on, and a final error, go line by line to descriptor 3. The program opens no file itself (confine.hpp).
#include "base/child.hpp"
#include "base/confine.hpp"
#include "base/error.hpp"
#include "base/read_number.hpp"
#include "scenes/building/ifc_process.hpp"
#include "scenes/building/step_text.hpp"
#include "scenes/building/stream.hpp"

#include <fmt/format.h>
#include <ifcpp/IFC4/include/IfcArbitraryOpenProfileDef.h>
#include <ifcpp/IFC4/include/IfcArbitraryProfileDefWithVoids.h>
#include <ifcpp/IFC4/include/IfcBuilding.h>
#include <ifcpp/IFC4/include/IfcBuildingStorey.h>
#include <ifcpp/IFC4/include/IfcCartesianPointList2D.h>
#include <ifcpp/IFC4/include/IfcCartesianPointList3D.h>
#include <ifcpp/IFC4/include/IfcGloballyUniqueId.h>
#include <ifcpp/IFC4/include/IfcGroup.h>
#include <ifcpp/IFC4/include/IfcIndexedPolyCurve.h>
#include <ifcpp/IFC4/include/IfcNamedUnit.h>
#include <ifcpp/IFC4/include/IfcOpeningElement.h>
#include <ifcpp/IFC4/include/IfcProject.h>
#include <ifcpp/IFC4/include/IfcRelAssignsToGroup.h>
#include <ifcpp/IFC4/include/IfcRelConnectsPathElements.h>
#include <ifcpp/IFC4/include/IfcRelFillsElement.h>
#include <ifcpp/IFC4/include/IfcRelSpaceBoundary.h>
#include <ifcpp/IFC4/include/IfcText.h>
#include <ifcpp/IFC4/include/IfcUnitAssignment.h>
#include <ifcpp/IFC4/include/IfcUnitEnum.h>
#include <ifcpp/IFC4/include/IfcVirtualElement.h>
#include <ifcpp/geometry/Carve/GeometryConverter.h>
#include <ifcpp/model/BuildingModel.h>
#include <ifcpp/reader/ReaderSTEP.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <new>
#include <set>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace nearfield::building {
namespace {

using Model = shared_ptr<BuildingModel>;

template <class To, class From> shared_ptr<To> as(const shared_ptr<From>& from) {
    return dynamic_pointer_cast<To>(from);
}

void tell(const std::string& line) {
    const std::string all = line + '\n';
    if (write(progress_descriptor, all.data(), all.size()) < 0) std::_Exit(1);  // the parent is gone
}

/// Undoubles apostrophes and backslashes, which the library leaves doubled.
std::wstring undoubled(std::wstring text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
        if ((text[i] == L'\'' || text[i] == L'\\') && text[i] == text[i + 1]) text.erase(i, 1);
    return text;
}

std::string utf8(const std::wstring& wide) {
    std::string text;
    for (const wchar_t c : wide) {
        const auto u = u32(c);
        if (u < 0x80) text += char(u);
        else if (u < 0x800) text += {char(0xc0 | u >> 6), char(0x80 | (u & 63))};
        else if (u < 0x10000) text += {char(0xe0 | u >> 12), char(0x80 | (u >> 6 & 63)), char(0x80 | (u & 63))};
        else
            text += {char(0xf0 | (u >> 18 & 7)), char(0x80 | (u >> 12 & 63)), char(0x80 | (u >> 6 & 63)),
                     char(0x80 | (u & 63))};
    }
    return text;
}

template <class Text> std::string utf8(const shared_ptr<Text>& text) {
    return text ? utf8(undoubled(text->m_value)) : "";
}

/// Reports messages of the library as progress; reading is the first half of the work.
struct Listener {
    double from = 0, share = 0.5;

    static void hear(void* self, shared_ptr<StatusCallback::Message> message) {
        const auto& [from, share] = *static_cast<Listener*>(self);
        if (message->m_progress_value >= 0)
            tell(fmt::format("{:.3f}", from + share * std::min(message->m_progress_value, 1.)));
    }
};

Model read_model(std::string& text, Listener& listener) {
    Model model(new BuildingModel());
    ReaderSTEP reader;
    reader.setMessageCallBack(&listener, &Listener::hear);
    reader.loadModelFromString(text, model);
    return model;
}

/// Replaces IfcIndexedPolyCurve, which the library cannot tessellate, by polylines.
class Straightener {
  public:
    Straightener(const Model& model, const std::map<int, std::vector<CurvePiece>>& pieces) : pieces_(pieces) {
        for (const auto& [number, entity] : model->getMapIfcEntities()) straighten_in(entity);
    }

  private:
    void straighten_in(const shared_ptr<BuildingEntity>& entity) {
        if (const auto profile = as<IfcArbitraryClosedProfileDef>(entity)) straighten(profile->m_OuterCurve);
        if (const auto profile = as<IfcArbitraryProfileDefWithVoids>(entity))
            for (auto& curve : profile->m_InnerCurves) straighten(curve);
        if (const auto profile = as<IfcArbitraryOpenProfileDef>(entity)) straighten(profile->m_Curve);
        if (const auto segment = as<IfcCompositeCurveSegment>(entity)) straighten(segment->m_ParentCurve);
        if (const auto pipe = as<IfcSweptDiskSolid>(entity)) straighten(pipe->m_Directrix);
        if (const auto half = as<IfcPolygonalBoundedHalfSpace>(entity)) straighten(half->m_PolygonalBoundary);
    }

    template <class Curve> void straighten(shared_ptr<Curve>& curve) {
        const auto indexed = as<IfcIndexedPolyCurve>(curve);
        if (!indexed) return;
        auto& line = lines_[indexed->m_entity_id];
        if (!line) line = line_of(*indexed);
        curve = line;
    }

    shared_ptr<IfcPolyline> line_of(const IfcIndexedPolyCurve& curve) const {
        std::vector<glm::dvec3> points;
        const auto add = [&](const auto& list) {
            for (const auto& coordinates : list->m_CoordList) {
                glm::dvec3 p(0);
                for (std::size_t a = 0; a < std::min<std::size_t>(coordinates.size(), 3); ++a)
                    if (coordinates[a]) p[int(a)] = coordinates[a]->m_value;
                points.push_back(p);
            }
        };
        if (const auto list = as<IfcCartesianPointList2D>(curve.m_Points)) add(list);
        if (const auto list = as<IfcCartesianPointList3D>(curve.m_Points)) add(list);
        const auto pieces = pieces_.find(curve.m_entity_id);
        shared_ptr<IfcPolyline> line(new IfcPolyline(curve.m_entity_id));
        for (const auto& p : corners_of(points, pieces == pieces_.end() ? std::vector<CurvePiece>{} : pieces->second)) {
            shared_ptr<IfcCartesianPoint> point(new IfcCartesianPoint(curve.m_entity_id));
            for (int a = 0; a < 3; ++a)
                point->m_Coordinates.push_back(shared_ptr<IfcLengthMeasure>(new IfcLengthMeasure(p[a])));
            line->m_Points.push_back(point);
        }
        return line;
    }

    const std::map<int, std::vector<CurvePiece>>& pieces_;
    std::map<int, shared_ptr<IfcPolyline>> lines_;
};

using Solid = carve::mesh::MeshSet<3>;

geometry::Mesh mesh_of(shared_ptr<Solid> solid, const carve::math::Matrix& placement) {
    CSG_Adapter::retriangulateMeshSet(solid);
    geometry::Mesh mesh;
    for (const auto& vertex : solid->vertex_storage) {
        const auto p = placement * vertex.v;
        mesh.vertices.push_back({p.x, p.y, p.z});
    }
    for (const auto* shell : solid->meshes)
        for (const auto* face : shell->faces) {
            std::vector<u32> corners;
            const auto* edge = face->edge;
            do {
                corners.push_back(u32(edge->vert - solid->vertex_storage.data()));
                edge = edge->next;
            } while (edge != face->edge);
            for (std::size_t k = 2; k < corners.size(); ++k)
                mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
        }
    return mesh;
}

/// False for coordinates that are not finite or far away, which the library produces for some files and some pipes.
bool is_near(const geometry::Mesh& mesh) {
    return std::all_of(mesh.vertices.begin(), mesh.vertices.end(), [](glm::dvec3 p) {
        return std::abs(p.x) <= furthest && std::abs(p.y) <= furthest && std::abs(p.z) <= furthest;
    });
}

std::vector<geometry::Mesh> surfaces_of(ProductShapeData& shape) {
    std::vector<geometry::Mesh> surfaces;
    const carve::math::Matrix placement = shape.getTransform();
    for (const auto& representation : shape.m_vec_representations)
        for (const auto& item : representation->m_vec_item_data)
            for (const auto* solids : {&item->m_meshsets, &item->m_meshsets_open})
                for (const auto& solid : *solids)
                    if (auto mesh = mesh_of(solid, placement); !mesh.triangles.empty() && is_near(mesh))
                        surfaces.push_back(std::move(mesh));
    return surfaces;
}

/// True for products that can have relations: physical ones and spaces, not openings or virtual elements.
bool is_part(const IfcProduct& product) {
    const bool hole = dynamic_cast<const IfcFeatureElementSubtraction*>(&product) != nullptr;
    const bool thought = dynamic_cast<const IfcVirtualElement*>(&product) != nullptr;
    const bool solid = dynamic_cast<const IfcElement*>(&product) || dynamic_cast<const IfcSpatialElement*>(&product);
    return solid && !hole && !thought;
}

/// The containing or parent product.
shared_ptr<IfcObjectDefinition> around(const IfcObjectDefinition& object) {
    if (const auto* element = dynamic_cast<const IfcElement*>(&object))
        for (const auto& relation : element->m_ContainedInStructure_inverse)
            if (const auto held = relation.lock(); held && held->m_RelatingStructure) return held->m_RelatingStructure;
    for (const auto& relation : object.m_Decomposes_inverse)
        if (const auto held = relation.lock(); held && held->m_RelatingObject) return held->m_RelatingObject;
    return nullptr;
}

std::string storey_of(const shared_ptr<IfcProduct>& product) {
    shared_ptr<IfcObjectDefinition> at = product;
    for (int steps = 0; at && steps < 100; ++steps) {  // guards against cycles in the file
        if (as<IfcBuildingStorey>(at)) return utf8(at->m_Name);
        at = around(*at);
    }
    return "";
}

/// "3 products have no shape: IfcRoof 'Roof' (0K2…), …"
void note(std::vector<std::string>& notes, const std::string& what, const std::vector<std::string>& products) {
    constexpr std::size_t most = 5;
    if (products.empty()) return;
    std::string line = fmt::format("{} {}: ", products.size(), what);
    for (std::size_t i = 0; i < std::min(products.size(), most); ++i) line += (i ? ", " : "") + products[i];
    if (products.size() > most) line += fmt::format(" and {} more", products.size() - most);
    notes.push_back(line);
}

class Collector {
  public:
    Collector(const Model& model, GeometryConverter& converter) : model_(model), converter_(converter) {}

    Building collect() {
        for (const auto& [number, entity] : model_->getMapIfcEntities()) {
            if (const auto product = as<IfcProduct>(entity)) add(product);
            if (const auto storey = as<IfcBuildingStorey>(entity)) add_storey(*storey);
            if (const auto building = as<IfcBuilding>(entity); building && building_.name.empty())
                building_.name = utf8(building->m_Name);
            if (const auto context = as<IfcGeometricRepresentationContext>(entity)) add_north(*context);
            if (const auto units = as<IfcUnitAssignment>(entity)) add_units(*units);
        }
        for (const auto& [number, entity] : model_->getMapIfcEntities()) {
            add_stated(entity);
            add_group(entity);
        }
        sort_storeys();
        write_notes();
        return std::move(building_);
    }

  private:
    static std::string called(const IfcProduct& product) {
        return fmt::format("{} '{}' ({})", product.className(), utf8(product.m_Name), utf8(product.m_GlobalId));
    }

    void add(const shared_ptr<IfcProduct>& product) {
        if (!is_part(*product)) return;
        const auto shape = converter_.getShapeInputData().find(product->m_entity_id);
        Part part{.id = utf8(product->m_GlobalId),
                  .type = product->className(),
                  .name = utf8(product->m_Name),
                  .storey = storey_of(product)};
        if (shape != converter_.getShapeInputData().end() && shape->second) part.surfaces = surfaces_of(*shape->second);
        if (part.surfaces.empty()) {
            const bool assembly = !product->m_IsDecomposedBy_inverse.empty() || as<IfcSpatialElement>(product);
            if (product->m_Representation) unread_.push_back(called(*product));
            else if (!assembly) shapeless_.push_back(called(*product));
            return;
        }
        for (auto& mesh : part.surfaces) mesh.name = part.name;
        if (!part.id.empty() && !ids_.insert(part.id).second) repeated_.push_back(called(*product));
        index_[product->m_entity_id] = u32(building_.parts.size());
        building_.parts.push_back(std::move(part));
    }

    void add_storey(const IfcBuildingStorey& storey) {
        storeys_.push_back({storey.m_Elevation ? storey.m_Elevation->m_value : 0, utf8(storey.m_Name)});
    }

    void add_north(const IfcGeometricRepresentationContext& context) {
        if (!context.m_TrueNorth || context.m_TrueNorth->m_DirectionRatios.size() < 2) return;
        const auto& ratios = context.m_TrueNorth->m_DirectionRatios;
        if (!ratios[0] || !ratios[1]) return;
        const glm::dvec2 north(ratios[0]->m_value, ratios[1]->m_value);
        if (glm::length(north) > 0) building_.north = glm::normalize(north);
    }

    void add_units(const IfcUnitAssignment& units) {
        for (const auto& unit : units.m_Units)
            if (const auto named = as<IfcNamedUnit>(unit); named && named->m_UnitType)
                knows_length_ |= named->m_UnitType->m_enum == IfcUnitEnum::ENUM_LENGTHUNIT;
    }

    template <class A, class B> void state(Stated what, const shared_ptr<A>& a, const shared_ptr<B>& b) {
        if (!a || !b) return;
        const auto from = index_.find(a->m_entity_id), to = index_.find(b->m_entity_id);
        if (from != index_.end() && to != index_.end()) building_.stated.push_back({what, from->second, to->second});
    }

    void add_stated(const shared_ptr<BuildingEntity>& entity) {
        if (const auto joint = as<IfcRelConnectsPathElements>(entity))
            state(Stated::connects, joint->m_RelatingElement, joint->m_RelatedElement);
        if (const auto filling = as<IfcRelFillsElement>(entity); filling && filling->m_RelatingOpeningElement)
            if (const auto hole = filling->m_RelatingOpeningElement->m_VoidsElements_inverse.lock())
                state(Stated::fills, filling->m_RelatedBuildingElement, hole->m_RelatingBuildingElement);
        if (const auto boundary = as<IfcRelSpaceBoundary>(entity))
            state(Stated::bounds, boundary->m_RelatedBuildingElement, as<IfcSpace>(boundary->m_RelatingSpace));
    }

    void add_group(const shared_ptr<BuildingEntity>& entity) {
        const auto assigned = as<IfcRelAssignsToGroup>(entity);
        if (!assigned || !assigned->m_RelatingGroup) return;
        const std::string name = utf8(assigned->m_RelatingGroup->m_Name);
        for (const auto& object : assigned->m_RelatedObjects)
            if (const auto part = object ? index_.find(object->m_entity_id) : index_.end(); part != index_.end())
                building_.parts[part->second].groups.push_back(name);
    }

    void sort_storeys() {
        std::stable_sort(storeys_.begin(), storeys_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [elevation, name] : storeys_) building_.storeys.push_back(name);
    }

    void write_notes() {
        note(building_.notes, "products have a shape that could not be read", unread_);
        note(building_.notes, "products have no shape", shapeless_);
        note(building_.notes, "parts have a GlobalId that another has too", repeated_);
        if (!knows_length_) building_.notes.push_back("no unit of length is given; metres are taken");
    }

    const Model& model_;
    GeometryConverter& converter_;
    Building building_;
    std::map<int, u32> index_;  ///< part indices by STEP entity number
    std::set<std::string> ids_;
    std::vector<std::pair<double, std::string>> storeys_;  ///< with their elevations
    std::vector<std::string> unread_, shapeless_, repeated_;
    bool knows_length_ = false;
};

Building read(std::string text) {
    Listener listener;
    const bool whole = is_whole_step(text);
    const auto pieces = take_curve_pieces(text);
    Model model = read_model(text, listener);
    const Straightener straightened(model, pieces);
    listener.from = 0.5;
    GeometryConverter converter(model);
    converter.setMessageCallBack(&listener, &Listener::hear);
    converter.convertGeometry();
    Building building = Collector(model, converter).collect();
    if (!whole)
        building.notes.insert(building.notes.begin(),
                              "the file ends in the middle (no END-ISO-10303-21); what came before is here");
    return building;
}

/// Sets the soft and the hard limit; existing lower limits are kept. The hard limit is one more, as it kills with
/// SIGKILL, while the soft limit's SIGXCPU names the cause.
void limit(int what, double most) {
    rlimit limits{};
    getrlimit(what, &limits);
    limits.rlim_cur = std::min(limits.rlim_cur, rlim_t(most));
    limits.rlim_max = std::min(limits.rlim_max, rlim_t(most) + 1);
    setrlimit(what, &limits);
}

void write_all(const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t n = write(STDOUT_FILENO, bytes.data() + at, bytes.size() - at);
        if (n <= 0) throw Error("the building could not be passed on: memory is full");
        at += std::size_t(n);
    }
}

}  // namespace
}  // namespace nearfield::building

int main(int, char** arguments) {
    using namespace nearfield::building;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    if (arguments[1]) limit(RLIMIT_CPU, nearfield::number_from(arguments[1]) + 1);
#ifndef NEARFIELD_SANITIZED  // sanitizers reserve terabytes of address space
    if (arguments[1] && arguments[2]) limit(RLIMIT_AS, nearfield::number_from(arguments[2]) * 1e9);
#endif
    nearfield::confine();
    std::set_new_handler([] {  // the library would silently skip what it cannot allocate
        tell("!memory");
        std::_Exit(1);
    });
    tell("0");
    try {
        write_all(to_bytes(nearfield::building::read(nearfield::content_of(STDIN_FILENO))));
        std::_Exit(0);  // skips destruction of the model
    } catch (const std::bad_alloc&) { tell("!memory"); } catch (const OutOfMemoryException&) {
        tell("!memory");
    } catch (const std::exception& problem) { tell(std::string("!") + problem.what()); }
    std::_Exit(1);
}
